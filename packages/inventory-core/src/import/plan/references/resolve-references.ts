import { numbersOfSpaces } from "../../../address-space/space-numbers.ts";
import { cidrKey, parseCidr } from "../../../address/cidr.ts";
import type { Candidate, Link } from "../candidate.ts";
import type { Found } from "../../../natural-keys/natural-key.ts";
import { findBySubnet, findIds, findNamed } from "../find-records.ts";
import { type Several, tellSeveral } from "./reference-choices.ts";
import { type ImportRegister, sourcePosition, type Registered } from "../../import-register.ts";
import type { ImportReference } from "../../import-row.ts";
import type { PlanContext } from "../plan-context.ts";
import type { RecordKinds } from "../../../records/record-kinds.ts";

/** Type of a record. */
type Target = string;

/** Where a reference leads, or what is wrong with it. */
type Resolved = { readonly id: string } | { readonly problem: string } | { readonly several: Several };

const keyOf = (subnet: string): string | undefined => {
  const parsed = parseCidr(subnet);
  return parsed.ok ? cidrKey(parsed.cidr) : undefined;
};

/** What the inventory knows of the references of some rows, asked for once each. */
interface Known {
  readonly ids: ReadonlyMap<Target, ReadonlySet<string>>;
  readonly names: ReadonlyMap<string, readonly Found[]>;
  /** Numbers of the spaces that references name. */
  readonly numberOf: (spaceId: string) => number | undefined;
}

/**
 * Finds out where the references of rows lead: to earlier rows of the import or to the inventory. What leads nowhere becomes
 * a problem of its row. As many statements for many rows as for one.
 * @param seesSpaces whether what is said of a row may name spaces
 */
export async function resolveReferences(context: PlanContext, candidates: readonly Candidate[], seesSpaces: boolean): Promise<void> {
  const { queries, register, kinds } = context;
  const kindAround = (to: Target): Target | undefined => placeOfKind(kinds, to);
  const all = candidates.flatMap((candidate) => candidate.references.map((link) => ({ candidate, link })));
  if (all.length === 0) return;
  const known = await lookUp(
    context,
    all.flatMap(({ link }) => withNested(kindAround, link.to, link.reference)),
  );
  const unclear: { readonly candidate: Candidate; readonly field: string; readonly several: Several }[] = [];
  for (const { candidate, link } of all) {
    const found = resolve({ register, known, kindAround }, link.to, link.reference, scopeOf(candidate, link));
    if ("id" in found) candidate.links[link.takes] = found.id;
    else if ("several" in found) unclear.push({ candidate, field: link.field, several: found.several });
    else candidate.problems.add(link.field, found.problem);
  }
  if (unclear.length === 0) return;
  const told = await tellSeveral(
    queries,
    unclear.map(({ several }) => several),
    seesSpaces,
  );
  for (const { candidate, field, several } of unclear) candidate.problems.add(field, told(several));
}

/** A pool may be named within the network that the row names beside it; references are resolved in the order of the fields. */
function scopeOf(candidate: Candidate, { within }: Link): string | undefined {
  return within === undefined ? undefined : (candidate.links[within] ?? undefined);
}

/** The kind of the record that those of a declared kind belong to; undefined where they belong to none, or to one of several. */
function placeOfKind(kinds: RecordKinds, type: Target): Target | undefined {
  const kind = kinds.find(type)?.kind;
  const [place, other] = kind?.within?.fields ?? [];
  if (place === undefined || other !== undefined) return undefined;
  return kind?.fields.find(({ name, facts }) => name === place && facts.kind === "reference")?.facts.to;
}

type KindAround = (to: Target) => Target | undefined;
type Asked = readonly [to: Target, reference: ImportReference];

function withNested(kindAround: KindAround, to: Target, reference: ImportReference): Asked[] {
  if ("ref" in reference || "id" in reference) return [[to, reference]];
  const place = kindAround(to);
  const nested = [
    ["datacenter", reference.datacenter],
    ["space", reference.space],
    ...(place === undefined ? [] : [[place, reference.within] as const]),
  ] as const;
  return [[to, reference], ...nested.flatMap(([target, other]) => (other === undefined ? [] : withNested(kindAround, target, other)))];
}

async function lookUp({ queries, register, kinds, principal }: PlanContext, asked: readonly Asked[]): Promise<Known> {
  const ids = new Map<Target, ReadonlySet<string>>();
  const names = new Map<string, Found[]>();
  for (const [to, references] of Map.groupBy(asked, ([target]) => target)) {
    const given = [
      ...new Set(
        references.flatMap(([, reference]) => ("id" in reference && register.byId(reference.id) === undefined ? [reference.id] : [])),
      ),
    ];
    ids.set(to, await findIds(queries, kinds.tableOf(to), given));
    const named = [...new Set(references.flatMap(([, reference]) => ("name" in reference ? [reference.name.trim()] : [])))];
    for (const found of await findNamed(queries, kinds, to, named, principal)) push(names, `${to} ${found.name}`, found);
  }
  const keys = [...new Set(asked.flatMap(([, reference]) => ("subnet" in reference ? (keyOf(reference.subnet) ?? []) : [])))];
  for (const found of await findBySubnet(queries, keys)) push(names, `network subnet ${found.name}`, found);
  const spaceIds = [
    ...(ids.get("space") ?? []),
    ...[...names].flatMap(([key, found]) => (key.startsWith("space ") ? found : [])).map(({ id }) => id),
  ];
  const numbers = await numbersOfSpaces(queries, spaceIds);
  return { ids, names, numberOf: (id) => numbers.get(id) ?? register.plannedSpace(id) };
}

function push(names: Map<string, Found[]>, key: string, found: Found): void {
  const others = names.get(key);
  if (others === undefined) names.set(key, [found]);
  else others.push(found);
}

/** What a reference says of where the record is. */
interface Within {
  /** Id of the datacenter, or of a pool's network. */
  readonly scope?: string | undefined;
  /** Number of the space of a network. */
  readonly space?: number | undefined;
}

/** Where references are looked up. */
interface Places {
  readonly register: ImportRegister;
  readonly known: Known;
  readonly kindAround: KindAround;
}

function resolve(places: Places, to: Target, reference: ImportReference, scope: string | undefined): Resolved {
  const { register, known, kindAround } = places;
  if ("ref" in reference) {
    const row = register.byRef(to, reference.ref);
    if (row === undefined) return { problem: `leads to no ${to} ${reference.ref} that comes before it in this import` };
    return idOf(to, row);
  }
  if ("id" in reference)
    return register.byId(reference.id) !== undefined || known.ids.get(to)?.has(reference.id) === true
      ? { id: reference.id }
      : { problem: `names no ${to}` };
  let within: Within = { scope };
  if (reference.datacenter !== undefined) {
    const datacenter = resolve(places, "datacenter", reference.datacenter, undefined);
    if (!("id" in datacenter)) return datacenter;
    within = { scope: datacenter.id };
  }
  if (reference.space !== undefined) {
    if (to !== "network") return { problem: "must not name a space: only networks are told apart by it" };
    const space = resolve(places, "space", reference.space, undefined);
    if (!("id" in space)) return space;
    within = { ...within, space: known.numberOf(space.id) };
  }
  if (reference.within !== undefined) {
    const place = kindAround(to);
    if (place === undefined) return { problem: `must not have within: a ${to} belongs to no other record` };
    const found = resolve(places, place, reference.within, undefined);
    if (!("id" in found)) return found;
    within = { ...within, scope: found.id };
  }
  if ("name" in reference) return pick(register, known, { to, kind: to, name: reference.name.trim(), said: reference.name.trim(), within });
  if (to !== "network") return { problem: `must not be a subnet: only networks have one` };
  const key = keyOf(reference.subnet);
  if (key === undefined)
    return { problem: `${reference.subnet} is not a valid CIDR: write an address and a prefix length, for example 10.0.0.0/24` };
  return pick(register, known, { to, kind: "network subnet", name: key, said: reference.subnet, within });
}

interface Wanted {
  readonly to: Target;
  readonly kind: string;
  readonly name: string;
  /** The name as the row writes it. */
  readonly said: string;
  readonly within: Within;
}

function pick(register: ImportRegister, known: Known, { to, kind, name, said, within }: Wanted): Resolved {
  const isWithin = ({ scope, space }: Within): boolean =>
    (within.scope === undefined || scope === within.scope) && (within.space === undefined || space === within.space);
  const rows = register.byName(kind, name).filter(isWithin);
  const records = (known.names.get(`${kind} ${name}`) ?? []).filter(({ id, scope, space }) =>
    isWithin({ scope, space: register.networks.get(id)?.space ?? space }),
  );
  const count = rows.length + records.reduce((sum, found) => sum + found.count, 0);
  if (count === 0) return { problem: `leads to no ${to} ${said}` };
  const [record] = records;
  const [row] = rows;
  if (count === 1) return record === undefined ? idOf(to, row as Registered) : { id: record.id };
  const ids = [...new Set(records.flatMap(({ id, other }) => [id, other]))];
  return { several: { to, said, count, ids, rows } };
}

function idOf(to: Target, row: Registered): Resolved {
  return row.id === undefined ? { problem: `leads to the ${to} at ${sourcePosition(row.at)}, which cannot be imported` } : { id: row.id };
}
