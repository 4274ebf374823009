import { type Principal, readsKind } from "../contract/access/principal.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import { invalidField } from "../contract/errors/validation.ts";
import type { Queries } from "../contract/storage/storage.ts";
import { type Kind, type NetChange, NOTHING, type PastChange } from "./past-change.ts";
import { privateRecords } from "../records/access/private-records.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import { recordsOf } from "./present-records.ts";
import type { RecordOfChange } from "./undo.ts";
import { describe, type Image } from "./undoing.ts";

/** Records that a refusal names. */
const MAX_NAMED = 3;

/** Fields of a record that name others it needs; of a declared kind its references. `parent_id` of a network follows from subnets. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  network: ["datacenter_id", "space_id"],
  pool: ["network_id"],
  allocation: ["pool_id", "device_id"],
  device: ["datacenter_id"],
  relationship: ["parent_id", "child_id"],
};

interface OneOf {
  readonly kind: Kind;
  readonly id: string;
  readonly net: NetChange;
}

/**
 * Reduces a change to its part about one record.
 * @throws VALIDATION_ERROR at `record` unless the change changed the record
 */
export function partOf(past: PastChange, { type, id }: RecordOfChange): PastChange {
  const net = past.records.get(type)?.get(id);
  if (net === undefined) throw invalidField("record", "must name a record that the change created, changed or deleted");
  const has = (value: unknown): boolean => JSON.stringify(value).includes(JSON.stringify(id));
  return {
    ...past,
    records: new Map([[type, new Map([[id, net]])]]),
    keys: past.keys.filter(({ pool_id: pool }) => pool === id),
    removed: past.removed.map(({ table, rows }) => ({ table, rows: rows.filter(has) })).filter(({ rows }) => rows.length > 0),
    scans: past.scans.filter(({ network_id: network }) => network === id),
    otherKinds: [],
  };
}

/**
 * Refuses to take back the part about one record before the parts that depend on it: of a created record, those that name it now; of
 * another, those deleted with it that it named.
 * @throws CONFLICT that names up to three of them
 */
export async function refuseDependents(
  queries: Queries,
  past: PastChange,
  { type, id }: RecordOfChange,
  principal: Principal,
  declared: RecordKinds,
): Promise<void> {
  const own = past.records.get(type)?.get(id) as NetChange;
  const others =
    own.before === NOTHING ? await namingIt(queries, past, type, id, declared) : await deletedWithIt(queries, past, type, own, declared);
  if (others.length === 0) return;
  const phrases = others.slice(0, MAX_NAMED).map(({ kind, id: other, net }) => {
    const image = JSON.parse(net.after === NOTHING ? net.before : net.after) as Image;
    return readsKind(principal, declared.thingOf(kind)) && privateRecords(declared).shows(principal, kind, [image])
      ? `${describe(kind, image)} (${kind}/${other})`
      : `another ${kind.replaceAll("_", " ")}`;
  });
  const more = others.length > MAX_NAMED ? [`${others.length - MAX_NAMED} more`] : [];
  const what = describe(type, JSON.parse(own.before === NOTHING ? own.after : own.before) as Image);
  const list = [...phrases, ...more].join(", ");
  const sentence =
    own.before === NOTHING
      ? `other records of the change depend on ${what}: ${list}`
      : `${what} depends on other records that the change deleted: ${list}`;
  throw coreErrors.CONFLICT({ reason: `${sentence}; take these back first, or the whole change` });
}

/** Records of the change that name a record which the change created, and still do. */
async function namingIt(queries: Queries, past: PastChange, type: Kind, id: string, declared: RecordKinds): Promise<readonly OneOf[]> {
  const now = (await recordsOf(queries, declared, type, [id])).get(id);
  if (now === undefined) return [];
  const field = type === "field" ? (JSON.parse(now) as { readonly record: string; readonly name: string }) : undefined;
  const names = (kind: Kind, text: string): boolean => {
    // A text without the id or name need not be read.
    if (!text.includes(JSON.stringify(field?.name ?? id))) return false;
    const image = JSON.parse(text) as Image;
    if (field !== undefined) return kind === field.record && (((image["fields"] ?? {}) as Image)[field.name] ?? null) !== null;
    return namedBy(kind, image, declared).includes(id) || linksOf(image).includes(id);
  };
  const found: OneOf[] = [];
  for (const [kind, records] of past.records) {
    const candidates = [...records].filter(([other, { after }]) => other !== id && names(kind, after));
    const present = await recordsOf(
      queries,
      declared,
      kind,
      candidates.map(([other]) => other),
    );
    for (const [other, net] of candidates) {
      const text = present.get(other);
      if (text !== undefined && names(kind, text)) found.push({ kind, id: other, net });
    }
  }
  return found;
}

/** Records that a record named before the change, that the change deleted, and that do not exist now. */
async function deletedWithIt(
  queries: Queries,
  past: PastChange,
  type: Kind,
  own: NetChange,
  declared: RecordKinds,
): Promise<readonly OneOf[]> {
  const after = new Set(own.after === NOTHING ? [] : namedBy(type, JSON.parse(own.after) as Image, declared));
  const needed = namedBy(type, JSON.parse(own.before) as Image, declared).filter((id) => !after.has(id));
  const found: OneOf[] = [];
  for (const [kind, records] of past.records)
    for (const id of needed) {
      const net = records.get(id);
      if (net?.after === NOTHING && !(await recordsOf(queries, declared, kind, [id])).has(id)) found.push({ kind, id, net });
    }
  return found;
}

const namedBy = (kind: Kind, image: Image, declared: RecordKinds): readonly string[] =>
  (NAMED[kind] ?? declared.find(kind)?.references ?? []).flatMap((field) =>
    [image[field] ?? []].flat().filter((id): id is string => typeof id === "string"),
  );

/** Networks and pools of the addresses of a device. */
function linksOf(image: Image): readonly string[] {
  const addresses = (image["addresses"] ?? []) as readonly Image[];
  return addresses.flatMap(({ network_id: network, pool_id: pool }) => [network, pool].filter((id) => typeof id === "string"));
}
