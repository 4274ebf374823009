import type { OpenStorage, Queries, Transaction } from "../../contract/storage/storage.ts";
import type { Check, Cursor, Difference } from "../check.ts";

/** Slices after which a place is written: what is done again after a kill takes moments. */
const SLICES_PER_PLACE = 20;

/** Where a verification or a rebuild is, and what it has found until there. */
export interface Place {
  /** Name of the check that is at work, and the row behind which it goes on; null for its beginning. */
  readonly check: string;
  readonly after: Cursor | null;
  /** Rows that checks looked at, by their names. */
  readonly rows: Readonly<Record<string, number>>;
  /** What was mended, by the names of checks; nothing for a verification. */
  readonly mended: Readonly<Record<string, number>>;
  readonly differences: readonly Difference[];
  readonly count: number;
}

interface Kept extends Place {
  /** Names of the checks: a program that has others begins anew. */
  readonly checks: string;
}

type Writer = Pick<Transaction, "run">;

const SAVED = "insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value";

/** The place of one kind of work, as a setting of the database: whoever goes on may be another process, on another machine. */
export class KeptPlace {
  readonly #storage: OpenStorage;
  readonly #setting: string;
  readonly #checks: string;
  #slices = 0;

  constructor(storage: OpenStorage, work: "verify" | "rebuild", checks: readonly Check[]) {
    this.#storage = storage;
    this.#setting = `${work}.place`;
    this.#checks = checks.map(({ name }) => name).join(" ");
  }

  /** Where the last one was interrupted; undefined when it was not, or had other checks. */
  async find(queries: Queries = this.#storage.read): Promise<Place | undefined> {
    const row = await queries.get<{ value: string }>("select value from setting where name = ?", [this.#setting]);
    if (row === undefined) return undefined;
    const kept = JSON.parse(row.value) as Kept;
    return kept.checks === this.#checks ? kept : undefined;
  }

  /** Writes it down now and then. */
  async passed(place: Place): Promise<void> {
    this.#slices += 1;
    if (this.#slices % SLICES_PER_PLACE === 0) await this.write(place);
  }

  async write(place: Place): Promise<void> {
    await this.#storage.write(async (transaction) => await this.writeIn(transaction, place), { outlives: "process" });
  }

  /** The same in a transaction that does what the place tells of. */
  async writeIn(writer: Writer, place: Place): Promise<void> {
    const kept: Kept = { ...place, checks: this.#checks };
    await writer.run(SAVED, [this.#setting, JSON.stringify(kept)]);
  }

  /** The work has come to its end. */
  async forget(): Promise<void> {
    await this.#storage.write(async (transaction) => await transaction.run("delete from setting where name = ?", [this.#setting]), {
      outlives: "process",
    });
  }
}
