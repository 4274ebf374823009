import type { Client } from "pg";
import { clearTimeout, performance, setTimeout } from "../../../contract/real-timers.ts";
import { MAX_REVISION_LAG_MS } from "../../../contract/storage/revision.ts";
import type { Logger } from "../../../contract/logger.ts";
import type { ServerConnections } from "../connection/connection-source.ts";

/** How old a sign of life may be before the next one is asked for. */
const PING_AFTER_MS = 500;
/** Also tells whether it is still the same session of the server: a pooler may have come between. */
const PING = "select pg_backend_pid() as pid";
const FIRST_DELAY_MS = 250;
const MAX_DELAY_MS = 30_000;

/** What hears announcements. */
export interface Hearing {
  /** What comes from now on is heard; what was announced before may have been missed. */
  begun(): void;
  /** @param by what was said with it: the schema of whose tables it tells, or nothing */
  announced(name: string, by: string): void;
}

/**
 * One connection that hears what other processes announce. Whether it still does shows in answers on the same connection:
 * the server sends what was announced before a question ahead of its answer.
 */
export class AnnouncementListener {
  readonly #servers: ServerConnections;
  readonly #logger: Logger;
  readonly #hearing: Hearing;
  readonly #channels = new Set<string>();
  readonly #now: () => number;
  #client: Client | undefined;
  /** When the question was sent that was answered last; undefined while nothing is heard. */
  #provedAt: number | undefined;
  #pid: number | undefined;
  #isAsking = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #connecting: Promise<void> | undefined;
  #isClosed = false;

  /** @param now milliseconds that nobody sets back */
  constructor(servers: ServerConnections, logger: Logger, hearing: Hearing, now: () => number = () => performance.now()) {
    this.#servers = servers;
    this.#logger = logger;
    this.#hearing = hearing;
    this.#now = now;
    servers.onMoved(() => this.#lost(this.#client));
  }

  /** Hears a further channel too. */
  listen(channel: string): void {
    this.#channels.add(channel);
    // A connection that is there does not have it yet.
    if (this.#client === undefined) this.#connect();
    else this.#lost(this.#client);
  }

  /** Whether all that was announced {@link MAX_REVISION_LAG_MS} ago has been heard. */
  get isHearing(): boolean {
    const provedAt = this.#provedAt;
    if (provedAt === undefined) return false;
    const age = this.#now() - provedAt;
    if (age > PING_AFTER_MS && !this.#isAsking) void this.#ask();
    return age <= MAX_REVISION_LAG_MS;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#provedAt = undefined;
    // One that is being made ends itself.
    await this.#client?.end().catch(() => {});
  }

  async #ask(): Promise<void> {
    const client = this.#client;
    if (client === undefined) return;
    this.#isAsking = true;
    const sentAt = this.#now();
    try {
      if ((await pidOf(client)) !== this.#pid) throw new Error("it is another session");
      if (this.#client === client && this.#provedAt !== undefined) this.#provedAt = sentAt;
    } catch {
      this.#lost(client);
    } finally {
      this.#isAsking = false;
    }
  }

  #connect(): void {
    if (this.#isClosed || this.#connecting !== undefined) return;
    this.#connecting = this.#begin().finally(() => {
      this.#connecting = undefined;
      // It failed, or was lost before it was ready.
      if (this.#client === undefined) this.#connectLater();
    });
  }

  async #begin(): Promise<void> {
    let client: Client | undefined;
    try {
      // A machine that vanished answers no question, and closes nothing.
      const begun = await this.#servers.newClient({ query_timeout: this.#servers.timeoutMs, keepAlive: true });
      if (this.#isClosed) return;
      client = begun;
      this.#client = begun;
      begun.on("error", () => this.#lost(begun)).on("end", () => this.#lost(begun));
      begun.on("notification", ({ channel, payload = "" }) => this.#hearing.announced(channel, payload));
      await begun.connect();
      const sentAt = this.#now();
      for (const channel of this.#channels) await begun.query(`listen ${begun.escapeIdentifier(channel)}`);
      this.#pid = await pidOf(begun);
      // It may have been lost, or everything closed, meanwhile.
      if (this.#client !== begun || this.#isClosed) return;
      this.#hearing.begun();
      this.#provedAt = sentAt;
      // No process lives on to hear announcements.
      (begun as Client & { unref(): void }).unref();
      if (this.#failures > 1) this.#logger.info("announcements of the database are heard again");
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      // One failure is a server that was left.
      if (this.#failures === 2)
        this.#logger.warn("announcements of the database are not heard: what they keep fresh is read at each request", {
          error: error instanceof Error ? error.message : String(error),
        });
      this.#lost(client);
    }
  }

  /** Nothing is heard from now on, until another connection is there. */
  #lost(client: Client | undefined): void {
    if (client !== this.#client || this.#isClosed) return;
    this.#provedAt = undefined;
    this.#client = undefined;
    void client?.end().catch(() => {});
    this.#connectLater();
  }

  #connectLater(): void {
    clearTimeout(this.#retry);
    if (this.#isClosed) return;
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** this.#failures);
    this.#retry = setTimeout(() => this.#connect(), delay).unref();
  }
}

async function pidOf(client: Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>(PING)).rows[0]?.pid;
}
