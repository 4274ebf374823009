import type { OpenStorage, Queries, SqlValue } from "../../contract/storage/storage.ts";
import { deviceDocuments } from "../device-rows.ts";
import { SeqSet } from "./seq-set.ts";

/** Devices that one statement orders by name; more are put in order by going through all names. */
export const MAX_SORTED_DEVICES = 1000;

/** Rows that one statement goes through. */
export const ROWS_PER_STEP = 1000;

/** Documents that one statement reads: a device with thousands of addresses has one of a megabyte. */
const DOCUMENTS_PER_STEP = 25;

/** Makes one statement of a reader, unless its caller has gone. */
export type Ask = <Row>(sql: string, params: readonly SqlValue[]) => Promise<Row[]>;

/** @returns asks the storage; throws the reason of `signal` once it is aborted */
export function askOf({ read }: OpenStorage, signal: AbortSignal | undefined): Ask {
  return async (sql, params) => {
    signal?.throwIfAborted();
    return await read.all(sql, params);
  };
}

/** Rows that lead to devices, in the order of a key of two columns. */
export interface DeviceRows {
  /** Rows with the columns `seq`, `k1` and `k2`, without its end: `order by` and `limit` follow. The last two parameters are a key. */
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly orderBy: string;
}

/** Numbers of the devices that rows lead to, from statements that go through a bounded number of rows each. */
export async function devicesOf(ask: Ask, rows: DeviceRows): Promise<SeqSet>;
/** The same; undefined where they are more than so many. */
export async function devicesOf(ask: Ask, rows: DeviceRows, most: number): Promise<SeqSet | undefined>;
export async function devicesOf(ask: Ask, { sql, params, orderBy }: DeviceRows, most = Infinity): Promise<SeqSet | undefined> {
  const found = new SeqSet();
  for (let after: readonly [string, string] = ["", ""]; ;) {
    const rows = await ask<{ seq: number; k1: string; k2: string }>(`${sql} order by ${orderBy} limit ${ROWS_PER_STEP}`, [
      ...params,
      ...after,
    ]);
    for (const { seq } of rows) found.add(seq);
    if (found.size > most) return undefined;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STEP) return found;
    after = [last.k1, last.k2];
  }
}

/**
 * Documents of any number of devices, by name and id, in pages. Statements see different moments: a device that is renamed
 * meanwhile comes all the same, and once.
 * @param group is used up
 */
export async function* orderedDevicePages(ask: Ask, group: SeqSet): AsyncGenerator<readonly string[], void> {
  if (group.size <= MAX_SORTED_DEVICES) {
    const rows =
      group.size === 0 ? [] : await ask<{ seq: number }>("select seq from device where seq = any(?) order by name, id", [[...group]]);
    return yield* devicePages(
      ask,
      rows.map(({ seq }) => seq),
    );
  }
  for await (const rows of namesInOrder(ask)) {
    yield* devicePages(
      ask,
      rows.map(({ seq }) => seq).filter((seq) => group.delete(seq)),
    );
    if (group.size === 0) return;
  }
  // Renamed meanwhile, to where the walk had been already.
  yield* devicePages(ask, [...group]);
}

interface NamedDevice {
  readonly seq: number;
  readonly name: string;
  readonly id: string;
}

/** All devices by name and id, from the index of names. */
async function* namesInOrder(ask: Ask): AsyncGenerator<readonly NamedDevice[]> {
  for (let after: Pick<NamedDevice, "name" | "id"> = { name: "", id: "" }; ;) {
    const rows = await ask<NamedDevice>(
      `select seq, name, id from device where (name, id) > (?, ?) order by name, id limit ${ROWS_PER_STEP}`,
      [after.name, after.id],
    );
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_STEP) return;
    after = last;
  }
}

/** Documents of devices in the order of their numbers as given, in pages. */
export async function* devicePages(ask: Ask, seqs: readonly number[]): AsyncGenerator<readonly string[], void> {
  const queries: Queries = { all: ask, get: async (sql, params = []) => (await ask<never>(sql, params))[0] };
  const completion = seqs.length === 0 ? undefined : await deviceDocuments.completion(queries);
  for (let at = 0; at < seqs.length; at += DOCUMENTS_PER_STEP) {
    const slice = seqs.slice(at, at + DOCUMENTS_PER_STEP);
    const rows = await ask<{ seq: number; doc: string }>("select seq, doc from device where seq = any(?)", [slice]);
    const docs = new Map(rows.map(({ seq, doc }) => [seq, doc]));
    yield await deviceDocuments.currentAll(
      queries,
      slice.flatMap((seq) => docs.get(seq) ?? []),
      completion,
    );
  }
}
