import { definePermissions, type Permission } from "../../contract/access/permission.ts";
import { operationsOf } from "./record-operations.ts";
import { CASCADES } from "../../contract/cascades.ts";
import { SECRETS } from "../../contract/secrets.ts";
import { STORAGE, WRITES } from "../../contract/ports.ts";
import { type AnyOperation, record } from "../../contract/operations/operation.ts";
import type { Plugin } from "../../contract/plugin.ts";
import { withLazy } from "../../contract/lazy-members.ts";
import { provide, type ServiceProvider } from "../../contract/service-token.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import type { EventType } from "../../contract/storage/event.ts";
import { RECORD_KINDS } from "../../records/record-kinds.ts";
import { secretColumns } from "../../records/fields/record-secrets.ts";
import { functionsWith } from "../../records/functions/bound-functions.ts";
import { bulkOf, RecordBulk } from "../../records/record-bulk.ts";
import { searchOperations } from "../../search/search.operations.ts";
import { searchResultsWith } from "../../search/search.ts";
import { RecordService, serviceOf } from "../../records/record-service.ts";
import { recordModel } from "./record-model.ts";

const providersOf = (kind: RecordKind, plugin: string): readonly ServiceProvider[] => [
  provide(
    serviceOf(kind),
    [STORAGE, WRITES, RECORD_KINDS, CASCADES, SECRETS, ...(kind.bound?.needs ?? [])],
    (storage, writes, kinds, cascades, vault, ...needs) => {
      const functions = functionsWith(kind, needs);
      const service = new RecordService(kind, plugin, { storage, writes, kinds, cascades, vault, functions });
      kinds.add(service);
      return service;
    },
  ),
  provide(bulkOf(kind), [serviceOf(kind), STORAGE, WRITES], (records, storage, writes) => new RecordBulk(records, storage, writes)),
];

function permissionsOf({ permission, plural, owner, area, operator: may, readers, sharesPermissions }: RecordKind): readonly Permission[] {
  if (sharesPermissions) return [];
  // Users need none for their own records. Whoever may read all sees them in events and audit rows, too.
  const isOpen = readers === "everyone";
  const viewer = owner || isOpen ? [] : ["list", "read"];
  const operator = owner ? ["update"] : may;
  return definePermissions({
    [permission]: {
      resource: plural,
      area,
      // Permission to read records that everyone reads is for their events.
      actions: [...(isOpen ? [] : ["list"]), "read", "create", "update", "delete"],
      viewer,
      operator,
    },
  });
}

const eventsOf = ({ doors, events: { created, updated, deleted } }: RecordKind): readonly EventType[] =>
  doors.has("events") ? [created, updated, deleted] : [];

/** The plugin of the search over everything, whose results are also records of declared kinds; another plugin as it is. */
export function withSearchResults(plugin: Plugin, kinds: readonly RecordKind[]): Plugin {
  const operations: readonly AnyOperation[] = Object.values(plugin.operations ?? {});
  if (kinds.length === 0 || !operations.some(({ id }) => id === searchOperations.all.id)) return plugin;
  const withResults = (one: AnyOperation): AnyOperation => withLazy({ ...one }, { output: () => record(searchResultsWith(kinds)) });
  return { ...plugin, operations: operations.map((one) => (one.id === searchOperations.all.id ? withResults(one) : one)) };
}

/** A plugin with what follows from the kinds of record that it declares. @param kinds the kinds of all plugins */
export function withRecords(plugin: Plugin, kinds: readonly RecordKind[]): Plugin {
  const { records = [], model } = plugin;
  if (records.length === 0) return plugin;
  return {
    ...plugin,
    model: recordModel(plugin.id, model, records),
    services: [...(plugin.services ?? []), ...records.flatMap((kind) => providersOf(kind, plugin.id))],
    permissions: [...(plugin.permissions ?? []), ...records.flatMap(permissionsOf)],
    encryptedColumns: [...(plugin.encryptedColumns ?? []), ...records.flatMap(secretColumns)],
    operations: [...Object.values(plugin.operations ?? {}), ...records.flatMap((kind) => Object.values(operationsOf(kind, kinds)))],
    events: [...(plugin.events ?? []), ...records.flatMap(eventsOf)],
    errors: Object.assign({}, plugin.errors, ...records.map(({ errors }) => errors)) as Plugin["errors"],
    navItems: [
      ...(plugin.navItems ?? []),
      // Kinds over an earlier table have hand-written pages.
      ...records
        .filter(({ earlier, doors }) => earlier === undefined && doors.has("pages"))
        .map(({ labelPlural: label, group, permission, owner }) => ({
          label,
          path: `/records/${group}`,
          access: owner ? "authenticated" : `${permission}:list`,
        })),
    ],
  } as Plugin;
}
