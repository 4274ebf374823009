import { setImmediate } from "node:timers/promises";
import { RepeatedTask } from "../background/repeated-task.ts";
import { SYSTEM } from "../contract/access/principal.ts";
import type { Clock } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import type { Change, WritePath } from "../contract/storage/write-path.ts";
import { compareAgain } from "./compare-again.ts";
import { seenInSlices } from "./seen-rows.ts";

export const LEFT_COMPARISONS = serviceToken<LeftComparisons>("left-comparisons");

/** Columns by which discovered devices are found that stand otherwise to what is recorded. */
export type ComparedBy = "mac_address" | "device_id";

/** How often the program looks for comparisons that are left. */
const POLL_INTERVAL_MS = 5_000;

/** Discovered devices that are compared under one lock. */
const SLICE = 200;

// Each is a row of `setting`: its name has the space, the column and the value, its value the last id that was compared.
const PREFIX = "seen-comparison/";
const [FIRST, LAST] = [PREFIX, "seen-comparison0"];

const nameOf = (space: number, by: ComparedBy, value: string): string => `${PREFIX}${space}/${by}/${value}`;

/** Leaves the comparison of all discovered devices of a space with one of some values to the background. */
export async function leaveComparisons(change: Change, space: number, by: ComparedBy, values: readonly string[]): Promise<void> {
  // From the beginning also where a comparison is left already.
  for (const value of values)
    await change.exec("insert into setting (name, value) values (?, '') on conflict (name) do update set value = ''", [
      nameOf(space, by, value),
    ]);
}

/** Returns whether a discovered device is still to be compared. */
export async function leftComparisons(
  queries: Queries,
): Promise<(seen: { readonly space: number; readonly mac_address: string; readonly device_id: string | null }) => boolean> {
  const rows = await queries.all<{ name: string }>("select name from setting where name > ? and name < ?", [FIRST, LAST]);
  const names = new Set(rows.map(({ name }) => name));
  return ({ space, mac_address: mac, device_id: device }) =>
    names.size > 0 && (names.has(nameOf(space, "mac_address", mac)) || names.has(nameOf(space, "device_id", device ?? "")));
}

/**
 * Compares discovered devices again that are too many for the change after which they stand otherwise: a router that answers ARP for a
 * network is seen at each of its addresses. Slice by slice, beside requests; several hosts may do it at once, and a host that stops leaves
 * the rest to the next.
 */
export class LeftComparisons {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #task: RepeatedTask;
  #stopped = false;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger) {
    this.#storage = storage;
    this.#writes = writes;
    const failure = "discovered devices could not be compared with what is recorded";
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, failure, async () => await this.compare());
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#task.stop();
  }

  /** Compares all that are left. */
  async compare(): Promise<void> {
    while (!this.#stopped && (await this.#slice())) await setImmediate();
  }

  /** @returns whether some may be left */
  async #slice(): Promise<boolean> {
    const left = await this.#storage.read.get<{ name: string }>(
      "select name from setting where name > ? and name < ? order by name limit 1",
      [FIRST, LAST],
    );
    if (left === undefined) return false;
    const [space = "", by, ...value] = left.name.slice(PREFIX.length).split("/") as [string, ComparedBy, ...string[]];
    await this.#writes.run({ principal: SYSTEM, source: "discovery" }, async (change) => {
      await change.lock({ on: "topology", mode: "shared" }, { on: "space", space: Number(space) });
      await compareNext(change, Number(space), { name: left.name, by, value: value.join("/") });
    });
    return true;
  }
}

interface LeftComparison {
  readonly name: string;
  readonly by: ComparedBy;
  readonly value: string;
}

async function compareNext(change: Change, space: number, { name, by, value }: LeftComparison): Promise<void> {
  const after = (await change.get<{ value: string }>("select value from setting where name = ?", [name]))?.value;
  // Another host was faster.
  if (after === undefined) return;
  const column = by === "device_id" ? "device_id" : "mac_address";
  const rows = await change.all<{ id: string; space: number }>(
    `select d.id, n.space from discovered_device d cross join network n
     where d.${column} = ? and d.${column} <> '' and d.id > ? and n.id = d.network_id order by d.id limit ${SLICE}`,
    [value, after],
  );
  const ids = rows.flatMap((row) => (Number(row.space) === space ? [row.id] : []));
  for await (const seen of seenInSlices(change, ids)) await compareAgain(change, space, seen, change.now);
  const last = rows.at(-1)?.id;
  if (rows.length < SLICE || last === undefined) await change.exec("delete from setting where name = ?", [name]);
  else await change.exec("update setting set value = ? where name = ?", [last, name]);
}
