import type { OpenStorage } from "@cadastre/inventory-core";

/** Points of a client in the window that ends at `endsAt` (milliseconds since the epoch). */
export interface Count {
  readonly client: string;
  readonly endsAt: number;
  readonly points: number;
}

/** Counts that the hosts of one installation have in common. */
export interface SharedCounters {
  /** False where a host has nobody to exchange counts with. */
  readonly hasOthers: boolean;
  /**
   * Adds to the counts of some clients.
   * @returns their counts with those of all other hosts, and those of clients who have `notable` points or more
   */
  exchange(added: readonly Count[], notable: number, now: number): Promise<readonly Count[]>;
  /** Adds a point to a count that must be exact; begins a window of `windowMs` when none is open. */
  take(client: string, windowMs: number, now: number): Promise<Count>;
  /** The count as it is; undefined when no window is open. */
  look(client: string, now: number): Promise<Count | undefined>;
}

/** Rows of one statement at most: SQLite takes 32,766 parameters. */
const MAX_ROWS = 5000;

interface Row {
  readonly client: string;
  readonly ends_at: number;
  readonly points: number;
}

/** Counts in the shared database. */
export class StoredCounters implements SharedCounters {
  readonly hasOthers: boolean;
  readonly #storage: OpenStorage;
  /** End of the window in which old ones were last deleted. */
  #purged = 0;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
    // A file has one server; where it has two all the same, each counts for itself, but for the exact limits.
    this.hasOthers = storage.dialect === "postgresql";
  }

  async exchange(added: readonly Count[], notable: number, now: number): Promise<readonly Count[]> {
    // In one order, so that no two hosts wait for each other.
    const sorted = added.toSorted((a, b) => (a.client < b.client ? -1 : 1));
    const rows: Row[] = [];
    for (let from = 0; from < sorted.length; from += MAX_ROWS) rows.push(...(await this.#add(sorted.slice(from, from + MAX_ROWS), now)));
    rows.push(
      ...(await this.#storage.read.all<Row>(
        `select client, ends_at, points from http_rate_window where ends_at > ? and points >= ? limit ${MAX_ROWS}`,
        [now, notable],
      )),
    );
    return rows.map(countOf);
  }

  async #add(counts: readonly Count[], now: number): Promise<readonly Row[]> {
    const window = counts[0]?.endsAt ?? 0;
    const rows = await this.#storage.write(async (transaction) => {
      if (window !== this.#purged) await transaction.exec("delete from http_rate_window where ends_at <= ?", [now]);
      return await transaction.all<Row>(
        `insert into http_rate_window (client, ends_at, points) values ${counts.map(() => "(?, ?, ?)").join(", ")}
         on conflict (client, ends_at) do update set points = http_rate_window.points + excluded.points returning client, ends_at, points`,
        counts.flatMap(({ client, endsAt, points }) => [client, endsAt, points]),
      );
    });
    this.#purged = window;
    return rows;
  }

  async take(client: string, windowMs: number, now: number): Promise<Count> {
    const row = await this.#storage.write(async (transaction) => {
      await transaction.exec("delete from http_exact_limit where ends_at <= ?", [now]);
      return await transaction.get<Row>(
        `insert into http_exact_limit (client, ends_at, points) values (?, ?, 1)
         on conflict (client) do update set points = http_exact_limit.points + 1 returning client, ends_at, points`,
        [client, now + windowMs],
      );
    });
    if (row === undefined) throw new TypeError("an upsert that returns its row has one");
    return countOf(row);
  }

  async look(client: string, now: number): Promise<Count | undefined> {
    const row = await this.#storage.read.get<Row>("select client, ends_at, points from http_exact_limit where client = ? and ends_at > ?", [
      client,
      now,
    ]);
    return row === undefined ? undefined : countOf(row);
  }
}

function countOf({ client, ends_at: endsAt, points }: Row): Count {
  return { client, endsAt: Number(endsAt), points };
}
