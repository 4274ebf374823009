import { type Change, type Clock, type Queries, sameHash, timestampOf } from "@cadastre/inventory-core";
import type { CallerCache } from "../access/caller-cache.ts";
import type { UserAccess } from "../access/user-access.ts";
import type { UsageRecorder, UsageTable } from "../storage/usage-recorder.ts";
import { epochOf } from "./session-epochs.ts";
import type { FoundSession, Recording, Session, SessionStore } from "./session-store.ts";

/** Where a session notes that it was used and lives on. */
export const SESSION_USAGE: UsageTable = { table: "auth_session", columns: ["last_seen_at", "expires_at"] };

interface Row {
  readonly id: string;
  readonly token_hash: string;
  readonly session_user: string;
  readonly epoch: number;
  readonly user_epoch: number;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
}

const FOUND =
  `c.id, c.token_hash, c.user_id as session_user, c.epoch, ${epochOf("c.user_id")} as user_epoch, c.created_at, c.last_seen_at, ` +
  `c.expires_at`;
const COLUMNS = ["id", "token_hash", "user_id", "epoch", "created_at", "last_seen_at", "expires_at"];

/** Sessions that end after a time, up to a number. */
export const COUNT_OF_SESSIONS = "select count(*) as n from (select 1 from auth_session where expires_at > ? limit ?) s";

/** Sessions as rows beside their users: found with them in one statement, shared by all hosts of the database. */
export class DatabaseSessionStore implements SessionStore {
  readonly #access: UserAccess;
  readonly #uses: UsageRecorder;
  readonly #read: Queries;
  readonly #clock: Clock;
  readonly #known: CallerCache<FoundSession>;

  /** @param uses writes uses together; started and stopped with the store's plugin */
  constructor(access: UserAccess, uses: UsageRecorder, read: Queries, clock: Clock) {
    this.#access = access;
    this.#uses = uses;
    this.#read = read;
    this.#clock = clock;
    this.#known = access.cache();
  }

  async open(): Promise<void> {}

  async close(): Promise<void> {}

  async find(tokenHash: string, looks = false): Promise<FoundSession | undefined> {
    const known = looks ? undefined : this.#known.get(tokenHash);
    // Another host may have prolonged it since.
    if (known !== undefined && known.session.expiresAt > this.#clock.now()) return known;
    return await this.#known.load(tokenHash, async () => await this.#look(tokenHash), hasUser);
  }

  async #look(tokenHash: string): Promise<FoundSession | undefined> {
    const found = await this.#access.find<Row>("auth_session", FOUND, "token_hash", tokenHash);
    if (found === undefined || !sameHash(found.token_hash, tokenHash)) return undefined;
    const access = this.#access.accessOf(found);
    return { session: sessionOf(found), user: access === undefined ? undefined : { access, epoch: found.user_epoch } };
  }

  async add(session: Session, replaced: string | undefined, record: Recording): Promise<void> {
    await record(async (change) => {
      await change.run("delete from auth_session where expires_at <= ? or token_hash = ?", [change.now, replaced ?? ""]);
      await insert(change, session);
    });
  }

  async end(tokenHash: string, record: Recording): Promise<void> {
    await record(async (change) => void (await change.run("delete from auth_session where token_hash = ?", [tokenHash])));
  }

  async count(most: number): Promise<number> {
    const row = await this.#read.get<{ n: number }>(COUNT_OF_SESSIONS, [timestampOf(this.#clock), most]);
    return row?.n ?? 0;
  }

  prolong(session: Session): void {
    this.#uses.record(session.id, [session.lastSeenAt, session.expiresAt]);
    const known = this.#known.get(session.tokenHash);
    if (known !== undefined) this.#known.replace(session.tokenHash, { ...known, session });
  }
}

/** Whether a session counts as far as its user goes. */
const hasUser = ({ session, user }: FoundSession): boolean => user !== undefined && user.epoch === session.epoch;

async function insert(change: Change, session: Session): Promise<void> {
  const { id, tokenHash, userId, epoch, createdAt, lastSeenAt, expiresAt } = session;
  await change.insert("auth_session", COLUMNS, [[id, tokenHash, userId, epoch, isoOf(createdAt), isoOf(lastSeenAt), isoOf(expiresAt)]]);
}

function sessionOf(row: Row): Session {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    userId: row.session_user,
    epoch: row.epoch,
    createdAt: Date.parse(row.created_at),
    lastSeenAt: Date.parse(row.last_seen_at),
    expiresAt: Date.parse(row.expires_at),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
