import { cidrKey } from "../address/cidr.ts";
import { EVERY_SPACE } from "../address-space/space-numbers.ts";
import type { OpenStorage, Queries, SqlValue } from "../contract/storage/storage.ts";
import { foldText } from "../storage/search-text.ts";
import type { NameTerms } from "./name-paths.ts";
import type { NamedType } from "./record-name.ts";

/** A record as its names are read. */
export interface NameRow {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly network_id: string | null;
  readonly network: string | null;
  /** Of the network. */
  readonly subnet: string | null;
  readonly datacenter_id: string | null;
  readonly datacenter: string | null;
  /** Of a network, its own or that of its datacenter; of a pool, that of its network. */
  readonly space_id: string | null;
  readonly space: string | null;
  /** The place of a record of a declared kind; null where it is in none. Places of other kinds follow from the fields above. */
  readonly within?: Within | null;
}

/** A place that a record is in. */
export interface Within {
  readonly type: string;
  readonly id: string;
  readonly name: string;
}

/** A row, with what else than its name the text may have meant it by. */
export interface FoundRow {
  readonly row: NameRow;
  readonly others: readonly string[];
}

/** Records of one name that are looked at, those in what the text says they are in before others. */
export const MAX_ALIKE = 1000;

const NO_NETWORK = "null as network_id, null as network, null as subnet";
const NO_SPACE = "null as space_id, null as space";
const NOTHING = `${NO_NETWORK}, ${NO_SPACE}`;

const SELECTS: Readonly<Record<NamedType, string>> = {
  network: `select t.id, t.name, t.subnet as detail, ${NO_NETWORK}, t.datacenter_id, d.name as datacenter, s.id as space_id, s.name as space
    from network t left join datacenter d on d.id = t.datacenter_id left join space s on s.id = coalesce(t.space_id, d.space_id)`,
  pool: `select t.id, t.name, t.start_ip || ' - ' || t.end_ip as detail, t.network_id, n.name as network, n.subnet as subnet,
    n.datacenter_id, d.name as datacenter, s.id as space_id, s.name as space
    from pool t join network n on n.id = t.network_id left join datacenter d on d.id = n.datacenter_id
      left join space s on s.id = coalesce(n.space_id, d.space_id)`,
  device:
    `select t.id, t.name, t.hostname as detail, ${NOTHING}, t.datacenter_id, d.name as datacenter from device t left join datacenter d ` +
    `on d.id = t.datacenter_id`,
  field: `select t.id, t.name, t.record as detail, ${NOTHING}, null as datacenter_id, null as datacenter from field t`,
};

/** Those that are in a datacenter which the text may name, or in none when it names none. */
const AT_PLACE = "coalesce(d.name_key, '') = any(?)";

/** Spaces are few; with them, indexes by space and key are of use. */
const ANY_SPACE = `space in (${EVERY_SPACE})`;

/** The records of some ids, those that are there. */
export async function rowsById(queries: Queries, type: NamedType, ids: readonly string[]): Promise<readonly NameRow[]> {
  return await queries.all<NameRow>(`${SELECTS[type]} where t.id = any(?)`, [[...ids]]);
}

/** Records that some part of a text names: which of them the whole text means is not decided here. */
export async function rowsByName(storage: OpenStorage, type: NamedType, terms: NameTerms): Promise<readonly FoundRow[]> {
  const parts = [...terms.parts];
  const places = [...terms.places];
  const inPlace =
    type === "network" ? { sql: `${AT_PLACE} or s.name_key = any(?)`, params: [places, places] } : { sql: AT_PLACE, params: [places] };
  const matching = async (ids: string, params: readonly SqlValue[]): Promise<readonly NameRow[]> =>
    await storage.read.all<NameRow>(
      `${SELECTS[type]} where t.id in (${ids}) order by case when ${inPlace.sql} then 0 else 1 end, t.name, t.id limit ${MAX_ALIKE}`,
      [...params, ...inPlace.params],
    );
  switch (type) {
    case "field":
      return (await storage.read.all<NameRow>(`${SELECTS.field} where t.name = any(?)`, [parts])).map((row) => ({ row, others: [] }));
    case "network": {
      const keys = [...terms.subnets.values()].map(cidrKey);
      const rows = await matching(
        `select id from network where name_key = any(?) union select id from network where ${ANY_SPACE} and cidr_key = any(?)`,
        [parts, keys],
      );
      return rows.map((row) => ({ row, others: writtenAs(terms.subnets, ({ text }) => text === row.detail) }));
    }
    case "pool":
      return await poolsNamed(storage, terms);
    case "device": {
      const holders = await holdersOf(storage.read, terms);
      const rows = await matching(
        "select id from device where name_key = any(?) union select id from device where hostname <> '' and lower(hostname) = any(?) " +
          "union select id from device where id = any(?)",
        [parts, parts, [...holders.keys()]],
      );
      return rows.map((row) => ({
        row,
        others: [foldText(row.detail), ...writtenAs(terms.addresses, (key) => holders.get(row.id)?.has(key) === true)],
      }));
    }
  }
}

/** Parts of the text that stand for a value that is meant. */
const writtenAs = <T>(values: ReadonlyMap<string, T>, isMeant: (value: T) => boolean): readonly string[] =>
  [...values].filter(([, value]) => isMeant(value)).map(([part]) => part);

/** Devices that hold addresses which the text may mean, with the keys of these. */
async function holdersOf(queries: Queries, { addresses }: NameTerms): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const holders = new Map<string, Set<string>>();
  if (addresses.size === 0) return holders;
  const rows = await queries.all<{ device_id: string; ip_key: string }>(
    `select device_id, ip_key from address where ${ANY_SPACE} and ip_key = any(?) limit ${MAX_ALIKE}`,
    [[...addresses.values()]],
  );
  for (const { device_id: id, ip_key: key } of rows) holders.set(id, (holders.get(id) ?? new Set()).add(key));
  return holders;
}

/** No column has names of pools folded; there are as many as networks, or a few times that. */
async function poolsNamed(storage: OpenStorage, terms: NameTerms): Promise<readonly FoundRow[]> {
  const [parts, places] = [new Set(terms.parts), new Set(terms.places)];
  const isInPlace = ({ datacenter, space, network, subnet }: NameRow): boolean =>
    places.size > 0 &&
    [network ?? "", subnet ?? ""].some((own) =>
      ["", `${datacenter ?? ""}/`, `${space ?? ""}/`].some((before) => places.has(foldText(`${before}${own}`))),
    );
  const found: FoundRow[] = [];
  for await (const page of storage.pages<NameRow>(`${SELECTS.pool} order by t.name, t.id`, [])) {
    for (const row of page)
      if (parts.has(foldText(row.name)) && (found.length < MAX_ALIKE || isInPlace(row))) found.push({ row, others: [] });
  }
  return found;
}
