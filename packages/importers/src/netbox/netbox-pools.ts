import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { type AddressNumber, addressNumber, addressText, subnetNumbers, withoutMask } from "../reading/address-number.ts";
import { counted } from "../reading/left-out.ts";
import { asName } from "../reading/unique-names.ts";
import { type KnownNetwork, type NetboxReading, spaceRef } from "./netbox-reading.ts";
import { IpRange } from "./netbox-records.ts";
import { MAX_HELD, type PopulatedRanges } from "./populated-ranges.ts";
import { descriptionOf, readRecord, tagsOf } from "./read-record.ts";

/** A prefix of which every address is for use (`is_pool`). */
export interface PoolPrefix {
  readonly at: ImportPlace;
  readonly ref: string;
  readonly vrf: number | undefined;
  readonly prefix: string;
  readonly name: string;
}

/** Addresses that a pool over a prefix leaves out: another pool of the network has them, or nobody may. */
interface Hole {
  readonly vrf: number | undefined;
  /** The network whose pool it is; undefined for one that no pool may touch. */
  readonly network: string | undefined;
  readonly first: AddressNumber;
  readonly last: AddressNumber;
}

/**
 * IP ranges as pools of the smallest prefix of their VRF that holds them, and pools over the prefixes that are pools, around
 * these.
 * @param populated gets the ranges of which no address is free
 */
export async function* readPools(
  reading: NetboxReading,
  prefixes: readonly PoolPrefix[],
  populated: PopulatedRanges,
): AsyncGenerator<ImportItem> {
  const holes: Hole[] = [];
  for await (const found of reading.client.records("ipam/ip-ranges")) {
    const read = readRecord(IpRange, found, "pool");
    if ("problem" in read) yield read.problem;
    else yield* rangeItems(reading, read.data, found.at, holes, populated);
  }
  for (const prefix of prefixes) yield* poolsOver(reading, prefix, holes);
}

function* rangeItems(
  reading: NetboxReading,
  record: z.output<typeof IpRange>,
  at: ImportPlace,
  holes: Hole[],
  populated: PopulatedRanges,
): Generator<ImportItem> {
  const { id, start_address, end_address, description, vrf, status } = record;
  const [start, end] = [withoutMask(start_address), withoutMask(end_address)];
  const [first, last] = [addressNumber(start), addressNumber(end)];
  if (first === undefined || last === undefined || first.family !== last.family || first.value > last.value) {
    yield { at, type: "pool", field: "start_ip", severity: "error", message: `${start_address} - ${end_address} is not an IP range` };
    return;
  }
  const isTooLarge = record.mark_populated && last.value - first.value >= MAX_HELD;
  if (isTooLarge) {
    holes.push({ vrf: vrf?.id, network: undefined, first, last });
    reading.leftOut.add(
      "populated",
      (count) =>
        `${counted(count, "IP range")} skipped: marked as populated, with more addresses than are recorded one ` +
        `by one: none of them is in a pool`,
      at,
    );
    return;
  }
  const known = reading.networks.find(spaceRef(vrf?.id), start, end) ?? (yield* subnetOfRange(reading, record, at));
  if (known === undefined) {
    reading.leftOut.add("range", (count) => `${counted(count, "IP range")} skipped: no prefix contains ${count === 1 ? "it" : "them"}`, at);
    return;
  }
  holes.push({ vrf: vrf?.id, network: known.ref, first, last });
  const ref = `range ${id}`;
  const name = reading.names.of(known.ref, asName(description, `${start} - ${end}`), `${start} - ${end}`, ref);
  const tags = tagsOf(record, ...(status === "active" ? [] : [status]), ...(record.mark_populated ? ["populated"] : []));
  yield {
    at,
    type: "pool",
    ref,
    set: {
      name,
      network: { ref: known.ref },
      start_ip: start,
      end_ip: end,
      description: descriptionOf(record),
      tags,
      ...reading.ownFields.of("pool", record.custom_fields, at),
    },
  };
  if (record.mark_populated) populated.add({ at, ref, name, network: known, vrf: vrf?.id, first, last });
}

/** The subnet that the mask of a range says, where no prefix holds it. */
function* subnetOfRange(
  reading: NetboxReading,
  { start_address: start, end_address: end, vrf }: z.output<typeof IpRange>,
  at: ImportPlace,
): Generator<ImportItem, KnownNetwork | undefined> {
  const [mask, last] = [subnetNumbers(start), addressNumber(withoutMask(end))];
  if (mask === undefined || last === undefined || last.value > mask.last.value) return undefined;
  const added = reading.subnetOf(vrf?.id, start, at);
  if (added !== undefined) yield added.row;
  return added?.network;
}

/** Pools over a prefix, around what others have of it. */
function* poolsOver(reading: NetboxReading, { at, ref, vrf, prefix, name }: PoolPrefix, holes: readonly Hole[]): Generator<ImportItem> {
  const subnet = subnetNumbers(prefix);
  if (subnet === undefined) return;
  const own = holes
    .filter((hole) => hole.vrf === vrf && (hole.network === ref || hole.network === undefined) && hole.first.family === subnet.first.family)
    .toSorted((one, other) => (one.first.value < other.first.value ? -1 : 1));
  let from = subnet.first.value;
  for (const { first, last } of [...own, { first: { value: subnet.last.value + 1n }, last: subnet.last }]) {
    const to = first.value - 1n < subnet.last.value ? first.value - 1n : subnet.last.value;
    if (from <= to) {
      const [start, end] = [from, to].map((value) => addressText({ ...subnet.first, value })) as [string, string];
      yield {
        at,
        type: "pool",
        set: { name: reading.names.of(ref, name, `${start} - ${end}`), network: { ref }, start_ip: start, end_ip: end },
      };
    }
    if (last.value >= from) from = last.value + 1n;
  }
}
