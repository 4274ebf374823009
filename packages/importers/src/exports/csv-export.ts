import { Datacenter, Device, Field, Network, Pool, Relationship, Space } from "@cadastre/inventory-core";
import type { ImportType } from "@cadastre/inventory-core/exchange";
import { stringify } from "csv-stringify/sync";
import { OWN_FIELD } from "../csv/columns.ts";
import { withGuard } from "../csv/formula-guard.ts";
import { listCell } from "../csv/list-cell.ts";
import { type ExportOptions, type ExportRecords, recordsOf } from "./export-records.ts";
import { VlanNames } from "./vlan-names.ts";

const SCHEMAS = {
  field: Field.schemas.record,
  space: Space.schemas.record,
  datacenter: Datacenter.schemas.record,
  network: Network,
  pool: Pool,
  device: Device,
  relationship: Relationship,
} as const;

/**
 * Records of a type as CSV (RFC 4180, line ends of LF): a column for each field by its name. Lists of texts are separated by `;`,
 * addresses are a JSON array, the VLAN of a network is `group/name`; what a spreadsheet would take for a formula begins
 * with an apostrophe, which reading takes away.
 */
export async function* csvExport(records: ExportRecords, type: string, options: ExportOptions = {}): AsyncGenerator<string> {
  const declared = options.declared?.find(({ kind }) => kind.name === type);
  const fields = Object.keys((declared === undefined ? SCHEMAS[type as ImportType] : declared.kind.schemas.record).shape);
  const vlans = new VlanNames(options);
  let columns: readonly Column[] | undefined;
  for await (const record of recordsOf(records, options, type)) {
    // Every record has every own field, set or not: the first one tells which there are.
    columns ??= yield* header(fields, record);
    const named = type === "network" ? await withVlanName(record as Fields, vlans) : (record as Fields);
    yield line(columns.map(({ of }) => cellOf(of(named))));
  }
  if (columns === undefined) yield* header(fields, {});
}

async function withVlanName(network: Fields, vlans: VlanNames): Promise<Fields> {
  const { vlan } = network;
  return typeof vlan === "string" ? { ...network, vlan: await vlans.of(vlan) } : network;
}

type Fields = Readonly<Record<string, unknown>>;

interface Column {
  readonly name: string;
  readonly of: (record: Fields) => unknown;
}

/** The line of names. @param fields of the records @param first the first record @returns the columns */
function* header(fields: readonly string[], first: object): Generator<string, readonly Column[]> {
  const columns = fields.flatMap((name): Column[] => {
    if (name !== "fields") return [{ name, of: (record) => record[name] }];
    return Object.keys((first as { readonly fields?: object }).fields ?? {}).map((own) => ({
      name: `${OWN_FIELD}${own}`,
      of: (record) => (record["fields"] as Fields)[own],
    }));
  });
  yield line(columns.map(({ name }) => name));
  return columns;
}

/** The writer puts cells with a line feed into quotes, and we those with a carriage return too. */
const line = (cells: readonly string[]): string => stringify([[...cells]], { quoted_match: /\r/ });

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return value.length === 0 ? "" : withGuard(value.every((entry) => typeof entry === "string") ? listCell(value) : JSON.stringify(value));
  return withGuard(typeof value === "string" ? value : JSON.stringify(value));
}
