import { DatabaseSync } from "node:sqlite";

/** The body of a delivery. */
export interface WebhookEvent {
  readonly event: string;
  readonly delivery_id: string;
  readonly timestamp: string;
  /** The record; what is told of a pool has its id elsewhere. */
  readonly data: { readonly id?: string; readonly pool_id?: string; readonly [field: string]: unknown };
}

// #region inbox
/** Deliveries on disk: what was answered for is not lost, and what comes again is known. */
export class Inbox {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      create table if not exists delivery (seq integer primary key, id text not null unique, record text not null, timestamp text not null,
        body text not null, done integer not null default 0);
      create index if not exists waiting on delivery (timestamp, seq) where done = 0;
      create table if not exists record (id text primary key, timestamp text not null)`);
  }

  /** A delivery_id that is there already changes nothing. */
  add(event: WebhookEvent, body: string): void {
    const record = event.data.id ?? event.data.pool_id ?? event.event;
    this.#database
      .prepare("insert into delivery (id, record, timestamp, body) values (?, ?, ?, ?) on conflict (id) do nothing")
      .run(event.delivery_id, record, event.timestamp, body);
  }

  /** Works off what waits, the oldest event first. What is older than what its record had is left out: data is whole. */
  async work(handle: (event: WebhookEvent) => Promise<void>): Promise<void> {
    for (;;) {
      const next = this.#database
        .prepare("select seq, record, timestamp, body from delivery where done = 0 order by timestamp, seq limit 1")
        .get();
      if (next === undefined) return;
      const newest = this.#database.prepare("select timestamp from record where id = ?").get(next["record"] ?? null);
      if (newest === undefined || String(newest["timestamp"]) <= String(next["timestamp"])) {
        await handle(JSON.parse(String(next["body"])) as WebhookEvent);
        this.#database
          .prepare("insert into record (id, timestamp) values (?, ?) on conflict (id) do update set timestamp = excluded.timestamp")
          .run(next["record"] ?? null, next["timestamp"] ?? null);
      }
      this.#database.prepare("update delivery set done = 1 where seq = ?").run(next["seq"] ?? null);
    }
  }

  close(): void {
    this.#database.close();
  }
}
// #endregion
