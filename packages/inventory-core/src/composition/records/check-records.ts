import type { Plugin } from "../../contract/plugin.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import { placeFields } from "../../records/access/record-place.ts";
import { recordErrors } from "../../records/check-declaration.ts";
import { CORE_TABLES } from "../../records/record-kinds.ts";
import { inReferenceOrder } from "../../records/reference-order.ts";
import { entityOf, listEntities } from "../../records/record-table.ts";

/** Members of an inventory beside the groups of operations. */
const MEMBERS = ["as", "close", "host", "rebuild", "rotateSecrets", "transaction", "verify", "verifyAudit"];

/** Kinds without a declaration that extensions may name. */
const EXTENDABLE = new Set(["device", "network"]);

interface Declared {
  readonly kind: RecordKind;
  readonly plugin: string;
  /** Place of its plugin in the order of the start. */
  readonly at: number;
}

const invalid = (record: string, reason: string): Error => recordErrors.RECORD_INVALID({ record, reason });

/**
 * Checks the kinds of record of all plugins together, before the database is opened.
 * @param plugins in the order in which they start
 * @throws RECORD_INVALID for a taken name, a reference to an unknown kind, a circle, or an extension of an unknown kind
 */
export function checkRecords(plugins: readonly Plugin[]): void {
  const all = plugins.flatMap(({ id, records = [] }, at) => records.map((kind): Declared => ({ kind, plugin: id, at })));
  checkNames(plugins, all);
  const byName = new Map(all.map((declared) => [declared.kind.name, declared]));
  for (const declared of all) checkReferences(declared, byName);
  inReferenceOrder(
    all.map(({ kind }) => kind),
    (names) => {
      throw invalid(names[0] as string, `its references form a circle: ${names.join(" → ")}; drop one of them`);
    },
  );
  for (const { kind } of all) checkPlace(kind, byName);
  for (const { kind } of plugins.flatMap((plugin) => [...(plugin.recordExtensions ?? [])]))
    if (!byName.has(kind) && !EXTENDABLE.has(kind))
      throw invalid(kind, "an extension names it, and no plugin declares it: extend device, network or a declared kind");
}

/** @throws RECORD_INVALID when a kind has the name, the plural or a table of something else */
function checkNames(plugins: readonly Plugin[], all: readonly Declared[]): void {
  const operations = Object.values(plugins.find(({ id }) => id === "core")?.operations ?? {});
  const members = new Set([...MEMBERS, ...operations.map(({ id }) => id.slice(0, id.indexOf(".")))]);
  const names = new Map<string, string>();
  const groups = new Map<string, string>();
  for (const { kind, plugin } of all) {
    const other = names.get(kind.name);
    if (other !== undefined) throw invalid(kind.name, `the plugins ${other} and ${plugin} both declare it: give one of them another name`);
    names.set(kind.name, plugin);
    if (plugin !== "core" && members.has(kind.group))
      throw invalid(kind.name, `inventories have a member ${kind.group} already: give it another plural`);
    const twin = groups.get(kind.group);
    if (twin !== undefined) throw invalid(kind.name, `${twin} has the plural ${kind.plural}, too: give one of them another plural`);
    groups.set(kind.group, kind.name);
  }
  const tables = new Map<string, string>();
  for (const { id, model, records = [] } of plugins) {
    const own = new Set(records.flatMap((kind) => [entityOf(kind), ...listEntities(kind)]).map(({ tableName }) => tableName));
    for (const { tableName } of model?.entities ?? []) if (!own.has(tableName)) tables.set(tableName, `the plugin ${id}`);
  }
  for (const { kind } of all)
    for (const { tableName } of [entityOf(kind), ...listEntities(kind)]) {
      const owner = tables.get(tableName);
      if (owner !== undefined)
        throw invalid(kind.name, `${owner} has a table ${tableName} already: give the kind or the field another name`);
      tables.set(tableName, `the kind ${kind.name}`);
    }
}

/** @throws RECORD_INVALID for a reference to a kind that is not there, or not there yet when its table is made */
function checkReferences({ kind, plugin, at }: Declared, byName: ReadonlyMap<string, Declared>): void {
  for (const { name, facts } of kind.fields) {
    if (facts.unless !== undefined && facts.to !== undefined && facts.to in CORE_TABLES)
      throw invalid(kind.name, `unless of ${name} needs a deletion of a declared kind, and ${facts.to} is none: leave it out`);
    if (facts.to === undefined || facts.to in CORE_TABLES) continue;
    const other = byName.get(facts.to);
    if (other === undefined)
      throw invalid(kind.name, `${name} refers to the kind ${facts.to}, which no plugin declares: load its plugin, or correct the name`);
    if (other.at > at)
      throw invalid(kind.name, `${name} refers to the kind ${facts.to} of ${other.plugin}: add ${other.plugin} to requires of ${plugin}`);
  }
}

/** @throws RECORD_INVALID when `within` leads to no place, or back to a kind on its way */
function checkPlace(kind: RecordKind, byName: ReadonlyMap<string, Declared>): void {
  const follow = (one: RecordKind, path: readonly string[]): void => {
    for (const { facts } of placeFields(one)) {
      const to = facts.to ?? "";
      if (byName.get(to)?.kind.isPlace === true) continue;
      const way = [...path, to];
      if (path.includes(to)) throw invalid(kind.name, `within leads back to it: ${way.join(" → ")}; name another reference`);
      const next = byName.get(to)?.kind;
      if (next?.within === undefined)
        throw invalid(kind.name, `within leads to ${to}, which is in no place: give ${to} a within, or name another reference`);
      follow(next, way);
    }
  };
  follow(kind, [kind.name]);
}
