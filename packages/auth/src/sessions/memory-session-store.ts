import type { Clock } from "@cadastre/inventory-core";
import type { FoundSession, Recording, Session, SessionStore } from "./session-store.ts";
import type { SessionUsers } from "./session-users.ts";

/** Sessions of this process alone, which end with it. */
export class MemorySessionStore implements SessionStore {
  readonly #users: SessionUsers;
  readonly #clock: Clock;
  readonly #sessions = new Map<string, Session>();

  constructor(users: SessionUsers, clock: Clock) {
    this.#users = users;
    this.#clock = clock;
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {
    this.#sessions.clear();
  }

  async find(tokenHash: string, looks = false): Promise<FoundSession | undefined> {
    const session = this.#sessions.get(tokenHash);
    return session === undefined ? undefined : { session, user: await this.#users.find(session.userId, session.epoch, looks) };
  }

  async add(session: Session, replaced: string | undefined, record: Recording): Promise<void> {
    await record();
    const now = this.#clock.now();
    for (const [hash, { expiresAt }] of this.#sessions) if (expiresAt <= now || hash === replaced) this.#sessions.delete(hash);
    this.#sessions.set(session.tokenHash, session);
  }

  async end(tokenHash: string, record: Recording): Promise<void> {
    await record();
    this.#sessions.delete(tokenHash);
  }

  async count(most: number): Promise<number> {
    const now = this.#clock.now();
    let count = 0;
    for (const { expiresAt } of this.#sessions.values()) {
      if (expiresAt > now) count += 1;
      if (count >= most) break;
    }
    return count;
  }

  prolong(session: Session): void {
    if (this.#sessions.has(session.tokenHash)) this.#sessions.set(session.tokenHash, session);
  }
}
