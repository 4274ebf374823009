import { printable } from "@cadastre/inventory-core/scanning";
import { AGGREGATE_OF_MEMBER, INTERFACE } from "./object-ids.ts";
import { macOf, numberOf, octetsOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

/** An interface of a device. */
export interface Interface {
  /** Its short name, as people type it: `Gi1/0/12`. */
  readonly name: string;
  /** What people wrote at it; empty for nothing. */
  readonly alias: string;
  /** Its long name: `GigabitEthernet1/0/12`. */
  readonly description: string;
  readonly mac?: string;
}

type Draft = { -readonly [Field in keyof Interface]?: Interface[Field] };

/** @param into takes what was read, also of a table that is not read to its end @throws SnmpFailure */
export async function readInterfaces(reading: Reading, into: Map<number, Interface>): Promise<void> {
  const drafts = new Map<number, Draft>();
  const draft = (ifIndex: number): Draft => {
    const known = drafts.get(ifIndex) ?? {};
    drafts.set(ifIndex, known);
    return known;
  };
  try {
    for await (const { ifIndex, octets } of cells(reading, INTERFACE.description)) draft(ifIndex).description = printable(octets);
    for await (const { ifIndex, octets } of cells(reading, INTERFACE.name)) draft(ifIndex).name = printable(octets);
    for await (const { ifIndex, octets } of cells(reading, INTERFACE.alias)) draft(ifIndex).alias = printable(octets);
    for await (const { ifIndex, octets } of cells(reading, INTERFACE.physicalAddress)) {
      const mac = macOf(octets);
      if (mac !== undefined) draft(ifIndex).mac = mac;
    }
  } finally {
    for (const [ifIndex, { name = "", description = "", alias = "", mac }] of drafts)
      into.set(ifIndex, { name: name || description || `ifIndex ${ifIndex}`, alias, description, ...(mac === undefined ? {} : { mac }) });
  }
}

/** ifIndex of the aggregate to which each of its members belongs. @throws SnmpFailure */
export async function readAggregates(reading: Reading, into: Map<number, number>): Promise<void> {
  for await (const { index, value } of walkColumn(reading, AGGREGATE_OF_MEMBER)) {
    const [member] = index;
    const aggregate = numberOf(value);
    if (index.length === 1 && member !== undefined && aggregate !== undefined && aggregate > 0 && aggregate !== member)
      into.set(member, aggregate);
  }
}

async function* cells(reading: Reading, column: string): AsyncGenerator<{ readonly ifIndex: number; readonly octets: Buffer }> {
  for await (const { index, value } of walkColumn(reading, column)) {
    const [ifIndex] = index;
    if (index.length === 1 && ifIndex !== undefined) yield { ifIndex, octets: octetsOf(value) };
  }
}
