import { type Clock, coreErrors, type Logger } from "@cadastre/inventory-core";
import { Redis } from "ioredis";
import { z } from "zod";
import type { FoundSession, Recording, Session, SessionStore } from "./session-store.ts";
import type { SessionUsers } from "./session-users.ts";

const KEY_PREFIX = "cadastre:session:";
const CONNECT_MS = 3_000;
const COMMAND_MS = 2_000;
const MAX_RECONNECT_MS = 1_000;
/** Seconds that a client is told to wait while the store is away. */
const RETRY_AFTER_SECONDS = 2;

/** What others may have written under our keys is no session. */
const Stored = z.object({
  id: z.string(),
  userId: z.string(),
  epoch: z.int(),
  createdAt: z.int(),
  lastSeenAt: z.int(),
  expiresAt: z.int(),
});

/** What the store works with. */
export interface ValkeyParts {
  /** `redis://`, `rediss://`, `valkey://` or `valkeys://` with user, password and database number as needed. */
  readonly url: string;
  readonly users: SessionUsers;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Sessions in a Valkey or Redis server, which hosts share. While it is away sessions are answered with UNAVAILABLE, other credentials go
 * on.
 */
export class ValkeySessionStore implements SessionStore {
  readonly #parts: ValkeyParts;
  readonly #client: Redis;
  #open = false;
  #away = false;
  /** Why the connection failed last: what a command is told is only that it is closed. */
  #reason: string | undefined;

  constructor(parts: ValkeyParts) {
    this.#parts = parts;
    this.#client = new Redis(parts.url.replace(/^valkey(s?):/, "redis$1:"), {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      commandTimeout: COMMAND_MS,
      // A request is told at once that the store is away; it does not wait for the connection to come back.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableReadyCheck: false,
      retryStrategy: (times) => Math.min(times * 50, MAX_RECONNECT_MS),
    });
    this.#client.on("error", (error: Error) => {
      this.#reason = messageOf(error);
      this.#noteAway(error);
    });
    this.#client.on("ready", () => this.#noteBack());
  }

  async open(): Promise<void> {
    try {
      await this.#client.connect();
      await this.#client.ping();
      this.#open = true;
    } catch (error) {
      this.#client.disconnect();
      throw coreErrors.UNAVAILABLE(
        {
          reason:
            `the session store at ${hostOf(this.#parts.url)} is unreachable (${this.#reason ?? messageOf(error)}): start it, ` +
            `correct VALKEY_URL, or set SESSION_STORE_TYPE=database`,
        },
        { cause: error },
      );
    }
  }

  async close(): Promise<void> {
    this.#client.disconnect();
  }

  async find(tokenHash: string, looks = false): Promise<FoundSession | undefined> {
    const text = await this.#ask(async (client) => await client.get(KEY_PREFIX + tokenHash));
    const stored = text === null ? undefined : parsed(text);
    if (stored === undefined) return undefined;
    return { session: { ...stored, tokenHash }, user: await this.#parts.users.find(stored.userId, stored.epoch, looks) };
  }

  async add(session: Session, replaced: string | undefined, record: Recording): Promise<void> {
    // First, since nothing but SQL is awaited in a transaction; a sign-in that is not recorded is taken back.
    await this.#ask(async (client) => await client.set(KEY_PREFIX + session.tokenHash, textOf(session), "PX", this.#remaining(session)));
    try {
      await record();
    } catch (error) {
      await this.#remove(session.tokenHash).catch(() => {});
      throw error;
    }
    if (replaced !== undefined) await this.#remove(replaced);
  }

  async end(tokenHash: string, record: Recording): Promise<void> {
    await this.#remove(tokenHash);
    await record();
  }

  prolong(session: Session): void {
    // XX: a session that another host ended meanwhile stays ended.
    this.#ask(
      async (client) => await client.set(KEY_PREFIX + session.tokenHash, textOf(session), "PX", this.#remaining(session), "XX"),
    ).catch(() => {});
  }

  async #remove(tokenHash: string): Promise<void> {
    await this.#ask(async (client) => await client.del(KEY_PREFIX + tokenHash));
  }

  /** By our clock, so that the server's may differ. */
  #remaining(session: Session): number {
    return Math.max(1, session.expiresAt - this.#parts.clock.now());
  }

  async #ask<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    try {
      return await command(this.#client);
    } catch (error) {
      this.#noteAway(error);
      throw coreErrors.UNAVAILABLE(
        { reason: "the session store is unreachable" },
        { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
  }

  /** Once for each time that it goes away, not for each request. */
  #noteAway(error: unknown): void {
    if (!this.#open) return;
    if (!this.#away)
      this.#parts.logger.warn("the session store is unreachable; requests with sessions are answered with 503 until it is back", {
        error: messageOf(error),
      });
    this.#away = true;
  }

  #noteBack(): void {
    if (this.#away) this.#parts.logger.info("the session store is back");
    this.#away = false;
  }
}

function textOf({ id, userId, epoch, createdAt, lastSeenAt, expiresAt }: Session): string {
  return JSON.stringify({ id, userId, epoch, createdAt, lastSeenAt, expiresAt });
}

function parsed(text: string): z.output<typeof Stored> | undefined {
  try {
    return Stored.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Host and port of the URL: the rest may hold a password. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "VALKEY_URL";
}

/** The client's errors carry the command and its arguments; only their sentence is for others. */
function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
