import { type Change, serviceToken } from "@cadastre/inventory-core";
import type { Access } from "../access/user-access.ts";

export const SESSION_STORE = serviceToken<SessionStore>("auth-session-store");

/** Where sessions may be kept. */
export const SESSION_STORE_KINDS = ["database", "valkey", "memory"] as const;

/** What is kept of a session: the token itself is only in the cookie. Times are milliseconds since the epoch. */
export interface Session {
  readonly id: string;
  /** SHA-256 of the token, in hex. */
  readonly tokenHash: string;
  readonly userId: string;
  /** The epoch of its user when it began; it has ended when the user's is another (session-epochs.ts). */
  readonly epoch: number;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** The active user of a session, as the database says at this moment. */
export interface SessionUser {
  readonly access: Access;
  readonly epoch: number;
}

/** A session that a store has, and its user; whether it still counts is for the caller to say. */
export interface FoundSession {
  readonly session: Session;
  /** Undefined when the user is gone or inactive. */
  readonly user: SessionUser | undefined;
}

/** Runs the transaction that records a sign-in or sign-out; `rows`, if given, runs in it. */
export type Recording = (rows?: (change: Change) => Promise<void>) => Promise<void>;

/**
 * Keeps sessions. Who the user is and what the user may do comes from the database whatever the store, so a role that is
 * taken, a user who is deactivated and sessions that are ended all at once count on every host: where it was done from the
 * next request on, on others within the time that what is kept of callers may be old.
 */
export interface SessionStore {
  /** @throws UNAVAILABLE when the store cannot be reached */
  open(): Promise<void>;
  close(): Promise<void>;
  /** Costs one SQL statement at most. @param looks asks the database whatever is kept @throws UNAVAILABLE */
  find(tokenHash: string, looks?: boolean): Promise<FoundSession | undefined>;
  /**
   * Keeps a session, and ends the one of the token hash `replaced`, if there is one; neither when `record` fails.
   * @throws UNAVAILABLE, what `record` throws
   */
  add(session: Session, replaced: string | undefined, record: Recording): Promise<void>;
  /** Ends one session. @throws UNAVAILABLE, what `record` throws */
  end(tokenHash: string, record: Recording): Promise<void>;
  /** Notes that a session was used and lives on; delays and fails nobody, and does not bring back one that has ended. */
  prolong(session: Session): void;
  /** Sessions that have not expired, `most` at most; absent where counting would look at all of them. @throws UNAVAILABLE */
  count?(most: number): Promise<number | undefined>;
}
