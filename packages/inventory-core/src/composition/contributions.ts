import type { ErrorKind } from "../contract/errors/error.ts";
import type { EventType } from "../contract/storage/event.ts";
import type { AnyOperation } from "../contract/operations/operation.ts";
import type { Permission } from "../contract/access/permission.ts";
import type { Plugin } from "../contract/plugin.ts";
import type { Scanner } from "../contract/scanning/scanner.ts";
import { pluginErrors } from "./plugins/plugin-errors.ts";

/** What all plugins contribute, by kind. */
export interface Contributions {
  readonly operations: readonly AnyOperation[];
  readonly permissions: readonly Permission[];
  readonly events: readonly EventType[];
  readonly errors: Readonly<Record<string, { readonly kind: ErrorKind; readonly when: string }>>;
  readonly scanners: readonly Scanner[];
}

/** Access words that are no permissions. */
const OPEN_ACCESS = new Set(["authenticated", "public"]);

/**
 * Collects contributions and checks that none is given twice and every permission asked for is declared.
 * @throws PLUGIN_DUPLICATE_CONTRIBUTION, PLUGIN_UNKNOWN_PERMISSION, PLUGIN_UNDECIDED_OPERATION
 */
export function collectContributions(plugins: readonly Plugin[]): Contributions {
  const givenBy = new Map<string, string>();
  const claim = (plugin: Plugin, what: string): void => {
    const other = givenBy.get(what);
    if (other !== undefined) throw pluginErrors.PLUGIN_DUPLICATE_CONTRIBUTION({ plugin: plugin.id, other, what });
    givenBy.set(what, plugin.id);
  };
  const operations: AnyOperation[] = [];
  const permissions: Permission[] = [];
  const events: EventType[] = [];
  const scanners: Scanner[] = [];
  const errors: Record<string, { kind: ErrorKind; when: string }> = {};
  for (const plugin of plugins) {
    for (const permission of plugin.permissions ?? []) {
      claim(plugin, `permission ${permission.name}`);
      permissions.push(permission);
    }
    for (const event of plugin.events ?? []) {
      claim(plugin, `event ${event.name}`);
      events.push(event);
    }
    for (const [code, definition] of Object.entries(plugin.errors ?? {})) {
      claim(plugin, `error ${code}`);
      errors[code] = definition;
    }
    for (const scanner of plugin.scanners ?? []) {
      claim(plugin, `scanner ${scanner.id}`);
      scanners.push(scanner);
    }
    for (const operation of operationsOf(plugin)) {
      claim(plugin, `operation ${operation.id}`);
      claim(plugin, `route ${operation.http.method} ${operation.http.path.replaceAll(/\{[^}]+\}/g, "{}")}`);
      operations.push(operation);
    }
    if (plugin.userProfiles !== undefined) claim(plugin, "the profiles of users");
    if (plugin.userRights !== undefined) claim(plugin, "the rights of users");
    for (const provider of plugin.services ?? []) claim(plugin, `service ${provider.token.description ?? "without a name"}`);
  }
  const ofAccounts = new Set(permissions.filter((permission) => permission.ofAccounts === true).map(({ name }) => name));
  const declared = new Set(permissions.map((permission) => permission.name));
  for (const plugin of plugins) {
    for (const operation of operationsOf(plugin)) {
      const needed = [operation.access, ...(operation.alsoNeeds ?? []), ...(operation.orAccess === undefined ? [] : [operation.orAccess])];
      const undecided = operation.delegable === undefined ? needed.find((permission) => ofAccounts.has(permission)) : undefined;
      if (undecided !== undefined)
        throw pluginErrors.PLUGIN_UNDECIDED_OPERATION({ plugin: plugin.id, operation: operation.id, permission: undecided });
      for (const permission of needed) {
        if (!OPEN_ACCESS.has(permission) && !declared.has(permission)) {
          throw pluginErrors.PLUGIN_UNKNOWN_PERMISSION({ plugin: plugin.id, what: `operation ${operation.id}`, permission });
        }
      }
    }
    for (const { name, access } of plugin.events ?? []) {
      if (!declared.has(access))
        throw pluginErrors.PLUGIN_UNKNOWN_PERMISSION({ plugin: plugin.id, what: `event ${name}`, permission: access });
    }
  }
  return { operations, permissions, events, errors, scanners };
}

function operationsOf(plugin: Plugin): readonly AnyOperation[] {
  return Array.isArray(plugin.operations) ? (plugin.operations as readonly AnyOperation[]) : Object.values(plugin.operations ?? {});
}
