import type { Session } from "./session-store.ts";

/** A session that is in use is prolonged at most this often. */
const PROLONG_EVERY_MS = 60_000;

/** Says by when a session that is in use ends. */
export interface Prolonging {
  prolonged(session: Session, now: number): Session | undefined;
}

/** Prolongs no session: that of a read-only inventory. */
export const FIXED_LIFETIME: Prolonging = { prolonged: () => undefined };

/** How long sessions live: so long without being used, and never longer than so long after the sign-in. */
export class SessionLifetime implements Prolonging {
  readonly #ttlMs: number;
  readonly #maxMs: number;

  constructor(ttlSeconds: number, maxAgeSeconds: number) {
    this.#ttlMs = ttlSeconds * 1000;
    this.#maxMs = maxAgeSeconds * 1000;
  }

  /** When a session that begins now ends, unless it is used. */
  endOf(now: number): number {
    return now + Math.min(this.#ttlMs, this.#maxMs);
  }

  /** The session as it lives on by a use at `now`; undefined when that is not to be written yet. */
  prolonged(session: Session, now: number): Session | undefined {
    if (now - session.lastSeenAt < PROLONG_EVERY_MS) return undefined;
    return { ...session, lastSeenAt: now, expiresAt: Math.min(now + this.#ttlMs, session.createdAt + this.#maxMs) };
  }
}
