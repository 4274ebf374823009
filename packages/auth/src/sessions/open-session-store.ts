import type { Clock, Logger, Queries } from "@cadastre/inventory-core";
import type { UserAccess } from "../access/user-access.ts";
import type { UsageRecorder } from "../storage/usage-recorder.ts";
import { DatabaseSessionStore } from "./database-session-store.ts";
import { MemorySessionStore } from "./memory-session-store.ts";
import type { FoundSession, Recording, Session, SESSION_STORE_KINDS, SessionStore } from "./session-store.ts";
import type { SessionUsers } from "./session-users.ts";

/** What stores are made of. */
export interface StoreParts {
  readonly kind: (typeof SESSION_STORE_KINDS)[number];
  readonly valkeyUrl: string | undefined;
  readonly access: UserAccess;
  readonly users: SessionUsers;
  readonly uses: UsageRecorder;
  readonly read: Queries;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The store that the options ask for. */
export function sessionStoreOf(parts: StoreParts): SessionStore {
  switch (parts.kind) {
    case "database":
      return new DatabaseSessionStore(parts.access, parts.uses, parts.read, parts.clock);
    case "memory":
      return new MemorySessionStore(parts.users, parts.clock);
    case "valkey": {
      const { users, clock, logger, valkeyUrl: url = "" } = parts;
      // Its client is loaded by those who use it.
      return new OpenedStore(async () => new (await import("./valkey-session-store.ts")).ValkeySessionStore({ url, users, clock, logger }));
    }
  }
}

/** A store that is made when it is opened. */
class OpenedStore implements SessionStore {
  readonly #make: () => Promise<SessionStore>;
  #store: SessionStore | undefined;

  constructor(make: () => Promise<SessionStore>) {
    this.#make = make;
  }

  async open(): Promise<void> {
    const store = await this.#make();
    await store.open();
    this.#store = store;
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  async find(tokenHash: string, looks?: boolean): Promise<FoundSession | undefined> {
    return await this.#opened.find(tokenHash, looks);
  }

  async add(session: Session, replaced: string | undefined, record: Recording): Promise<void> {
    await this.#opened.add(session, replaced, record);
  }

  async end(tokenHash: string, record: Recording): Promise<void> {
    await this.#opened.end(tokenHash, record);
  }

  async count(most: number): Promise<number | undefined> {
    return await this.#opened.count?.(most);
  }

  prolong(session: Session): void {
    this.#opened.prolong(session);
  }

  get #opened(): SessionStore {
    if (this.#store === undefined) throw new TypeError("sessions are asked for before their store is open");
    return this.#store;
  }
}
