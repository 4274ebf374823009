import { setImmediate } from "node:timers/promises";
import { RepeatedTask } from "../background/repeated-task.ts";
import { type Clock, timestampOf } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries, Transaction } from "../contract/storage/storage.ts";
import { dayOf, REPEAT_DAYS } from "./days.ts";
import { RECORDED_KINDS, type RecordedKind } from "./recorded-kinds.ts";

export const UTILIZATION_RECORDER = serviceToken<UtilizationRecorder>("utilization-recorder");

/**
 * How often is looked whether the day has been recorded, and how long after the start for the first time: a command that opens the
 * database for a moment does not begin.
 */
const POLL_INTERVAL_MS = 60_000;

/** Records that one statement looks at, and rows that one deletes. */
const SLICE = 500;

/** Hosts of one database take turns. */
const LOCK = { on: "name", name: "utilization-history" } as const;

/**
 * Records once a day (UTC) how full every network and pool is, slice by slice, beside requests. Only what has changed is written, and all
 * of it again every {@link REPEAT_DAYS} days. The day itself is written when all have been looked at: until then any host begins anew,
 * and finds what has been written. Losing it with the power costs a point.
 */
export class UtilizationRecorder {
  readonly #storage: OpenStorage;
  readonly #clock: Clock;
  readonly #days: number;
  readonly #task: RepeatedTask;
  #stopped = false;

  /** @param days that are kept */
  constructor(storage: OpenStorage, clock: Clock, logger: Logger, days: number) {
    this.#storage = storage;
    this.#clock = clock;
    this.#days = days;
    this.#task = new RepeatedTask(clock, logger, POLL_INTERVAL_MS, "utilization could not be recorded", async () => await this.record());
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#task.stop();
  }

  /** Records the day, unless it has been, and deletes days that are no longer kept. */
  async record(): Promise<void> {
    const [day, at] = [dayOf(this.#clock.now()), timestampOf(this.#clock)];
    if (await isRecorded(this.#storage.read, day)) return;
    for (const kind of Object.values(RECORDED_KINDS)) {
      for (let after: string | undefined = ""; after !== undefined; await setImmediate()) {
        if (this.#stopped) return;
        after = await this.#write(async (transaction) => await recordSlice(transaction, kind, { day, at }, after as string));
      }
    }
    await this.#write(
      async (transaction) =>
        await transaction.run("insert into utilization_day (day, at) values (?, ?) on conflict (day) do nothing", [day, at]),
    );
    await this.#purge(day - this.#days);
  }

  /** Rows say something of the days after theirs, too, so they are kept so much longer. */
  async #purge(before: number): Promise<void> {
    for (const { history, key } of Object.values(RECORDED_KINDS)) {
      const old = `select ${key}, day from ${history} where day < ? order by day limit ${SLICE}`;
      const sql = `delete from ${history} where (${key}, day) in (${old})`;
      const purge = async (): Promise<number> =>
        await this.#write(async (transaction) => await transaction.run(sql, [before - REPEAT_DAYS]));
      while (!this.#stopped && (await purge()) === SLICE) await setImmediate();
    }
    await this.#write(async (transaction) => await transaction.run("delete from utilization_day where day < ?", [before]));
  }

  async #write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return await this.#storage.write(
      async (transaction) => {
        // Networks and pools stay while their rows are written.
        await transaction.lock({ on: "topology", mode: "shared" }, LOCK);
        return await work(transaction);
      },
      { outlives: "process" },
    );
  }
}

async function isRecorded(queries: Queries, day: number): Promise<boolean> {
  return (await queries.get("select day from utilization_day where day = ?", [day])) !== undefined;
}

/** @param after the last id of the slice before. @returns the last id of this one; undefined when all is done, by this host or another */
async function recordSlice(
  transaction: Transaction,
  kind: RecordedKind,
  { day, at }: { readonly day: number; readonly at: string },
  after: string,
): Promise<string | undefined> {
  const { table, history, key, hasTime } = kind;
  const slice = await transaction.get<{ last: string | null }>(
    `select max(id) as last from (select id from ${table} where id > ? order by id limit ${SLICE}) slice`,
    [after],
  );
  const last = slice?.last ?? undefined;
  if (last === undefined || (await isRecorded(transaction, day))) return undefined;
  const columns = Object.keys(kind.columns).join(", ");
  const now = Object.entries(kind.columns).map(([column, sql]) => `${sql} as ${column}`);
  // As a value of each record, so that no planner makes a look at the whole history of it.
  await transaction.run(
    `insert into ${history} (${key}, day, ${columns}) select c.id, cast(? as integer), ${columns} from (
       select r.id, ${now.join(", ")} from ${table} r where r.id > ? and r.id <= ?) c
     where not coalesce((${columns}) = (
       select ${Object.keys(kind.columns)
         .map((column) => `h.${column}`)
         .join(", ")} from ${history} h where h.${key} = c.id and h.day < ? and h.day > ? order by h.day desc limit 1), false)
     on conflict (${key}, day) do nothing`,
    [day, ...(hasTime ? [at] : []), after, last, day, day - REPEAT_DAYS],
  );
  return last;
}
