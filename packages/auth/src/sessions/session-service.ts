import {
  ANONYMOUS,
  type CallContext,
  type Change,
  type Clock,
  type Draft,
  newId,
  type OpenStorage,
  type Principal,
  secretHash,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import { clientNetworkOf } from "@cadastre/inventory-core/protocol";
import { principalOf, type UserAccess } from "../access/user-access.ts";
import { authErrors } from "../auth.errors.ts";
import { knownAddressOf, strangerOf } from "../passwords/hash-queue.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { randomToken } from "../storage/secrets.ts";
import { Username } from "../users/user.ts";
import type { UserReader } from "../users/user-reader.ts";
import { lockUser } from "../users/user-rows.ts";
import type { Login, SignedIn } from "./session.ts";
import { SESSION } from "./session-authenticator.ts";
import type { CookieUser, DeviceCookie } from "./device-cookie.ts";
import type { SessionCookie } from "./session-cookie.ts";
import { endSessionsOf, epochOf } from "./session-epochs.ts";
import type { SessionLifetime } from "./session-lifetime.ts";
import type { Recording, SessionStore } from "./session-store.ts";
import { deviceKey, GUARD_COLUMNS, type GuardColumns, type UsernameGuard } from "./username-guard.ts";

export const SESSIONS = serviceToken<SessionService>("auth-sessions");

interface LoginRow {
  readonly id: string;
  readonly password_hash: string;
  readonly is_active: number;
  readonly epoch: number;
}

/** A user who is signing in. */
interface AttemptRow extends LoginRow {
  /** Whether they signed in from this address or browser before. */
  readonly known: boolean;
  /** Id of the browser, if it has a cookie of the user that counts. */
  readonly device: string | undefined;
}

/** A user whose password was compared, with the hash that takes the old one's place, if one does. */
interface CheckedRow extends AttemptRow {
  readonly newHash: string | undefined;
}

/** The password was changed, or the user deactivated, while the old hash was compared. */
class ChangedMeanwhile extends Error {}

const LOGIN_COLUMNS = `u.id, u.password_hash, u.is_active, ${epochOf("u.id")} as epoch`;

/** One statement tells of the user and of the guard; the guard counts names that nobody has, too. */
const ATTEMPT = `select ${LOGIN_COLUMNS}, ${GUARD_COLUMNS} from (select cast(? as text) as username_key) k
  left join auth_user u on u.username_key = k.username_key left join auth_login_failure f on f.username_key = k.username_key`;

type Attempt = (LoginRow | { readonly [Column in keyof LoginRow]: null }) & GuardColumns;

/** What sessions work with. */
export interface SessionParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly access: UserAccess;
  readonly users: UserReader;
  readonly hasher: PasswordHasher;
  readonly store: SessionStore;
  readonly cookie: SessionCookie;
  readonly deviceCookie: DeviceCookie;
  readonly lifetime: SessionLifetime;
  readonly guard: UsernameGuard;
  readonly clock: Clock;
}

/** Signing in and out. */
export class SessionService {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /**
   * Starts a session and hands its cookie out; a session that the call came with ends. An unknown user, a wrong password
   * and an inactive user are refused alike, and take the same time.
   * @throws INVALID_CREDENTIALS, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED, LOGIN_RATE_LIMIT_EXCEEDED, UNAVAILABLE
   */
  async login(draft: Draft<Login>, call: CallContext): Promise<SignedIn> {
    const given = draft.valid();
    // A password that is hashed anew or changed during the check is looked at once more.
    const signedIn = (await this.#tryLogin(given, call)) ?? (await this.#tryLogin(given, call));
    if (signedIn === undefined) throw authErrors.INVALID_CREDENTIALS({});
    return signedIn;
  }

  /** Returns undefined when the user or the password changed during the check. */
  async #tryLogin({ username, password }: Login, call: CallContext): Promise<SignedIn | undefined> {
    const { hasher } = this.#parts;
    // What can be no name is not looked up: the database may refuse it, which would tell it from an unknown one.
    const row = isUsername(username) ? await this.#attempt(username, call) : undefined;
    // Guesses from everywhere wait behind each other, and not in front of a user where they sign in from.
    const caller = row?.known === true ? knownAddressOf(call) : strangerOf(call);
    const matches = await hasher.matches(password, row?.password_hash, caller);
    const access = row !== undefined && matches ? await this.#parts.access.ofUser(row.id) : undefined;
    if (row === undefined || access === undefined) {
      await this.#recordFailure(username, row, call);
      throw authErrors.INVALID_CREDENTIALS({});
    }
    const sessionId = newId();
    const newHash = await hasher.replacementOf(row.password_hash, password, caller);
    const expiresAt = await this.#start(sessionId, { ...row, newHash }, principalOf(access, SESSION, sessionId), call);
    if (expiresAt === undefined) return undefined;
    const user = await this.#parts.users.current(row.id, access.held);
    if (user !== undefined) return { user, expires_at: expiresAt };
    // Deleted since then, and the session with the user.
    this.#parts.cookie.clear(call);
    return undefined;
  }

  /** Ends the session of the call, if it has one, and takes the cookie back. */
  async logout(call: CallContext): Promise<void> {
    const { writes, store, cookie } = this.#parts;
    const { principal } = call;
    const token = cookie.tokenOf(call);
    if (principal.credential?.kind === SESSION.kind && token !== undefined) {
      await store.end(secretHash(token), async (rows) => {
        await writes.run(call, async (change) => {
          await rows?.(change);
          change.audit({ action: "logout", resource: "user", resourceId: principal.userId });
        });
      });
    }
    cookie.clear(call);
  }

  /** Ends every session of a user with the transaction of `change`, on all hosts: a password that changed, a user who left. */
  async endAllOf(change: Change, userId: string): Promise<void> {
    await endSessionsOf(change, userId);
  }

  /** The user of a name, if there is one. @throws LOGIN_RATE_LIMIT_EXCEEDED */
  async #attempt(username: string, call: CallContext): Promise<AttemptRow | undefined> {
    const { storage, guard } = this.#parts;
    const row = await storage.read.get<Attempt>(ATTEMPT, [addressOf(call), username.toLowerCase()]);
    if (row === undefined) throw new TypeError("a left join of one row has a row");
    const device = row.id === null ? undefined : await this.#deviceOf(row, call);
    guard.check(row, device !== undefined);
    return row.id === null ? undefined : { ...row, known: row.known !== null || device !== undefined, device };
  }

  /** The browser of a call, if it has a cookie of the user and has not failed too often. */
  async #deviceOf(user: CookieUser, call: CallContext): Promise<string | undefined> {
    const { storage, guard, deviceCookie, clock } = this.#parts;
    const device = deviceCookie.deviceOf(call, user, clock.now());
    return device !== undefined && (await guard.trusts(storage.read, device)) ? device : undefined;
  }

  /** Undefined when the user is no longer as they were when the password was compared. */
  async #start(id: string, row: CheckedRow, principal: Principal, call: CallContext): Promise<string | undefined> {
    const { store, cookie, lifetime, clock } = this.#parts;
    const token = randomToken();
    const replaced = cookie.tokenOf(call);
    const now = clock.now();
    const expiresAt = lifetime.endOf(now);
    // The epoch is the one that belongs to the password that was compared: should that change meanwhile, the session is
    // over before it begins.
    const session = { id, tokenHash: secretHash(token), userId: row.id, epoch: row.epoch, createdAt: now, lastSeenAt: now, expiresAt };
    const record: Recording = async (rows) => await this.#recordStart(row, { ...call, principal }, rows);
    try {
      await store.add(session, replaced === undefined ? undefined : secretHash(replaced), record);
    } catch (error) {
      if (error instanceof ChangedMeanwhile) return undefined;
      throw error;
    }
    cookie.set(call, token, Math.ceil((expiresAt - now) / 1000));
    this.#parts.deviceCookie.give(call, { id: row.id, password_hash: row.newHash ?? row.password_hash }, row.device, now);
    return new Date(expiresAt).toISOString();
  }

  /** @throws ChangedMeanwhile */
  async #recordStart(row: CheckedRow, call: CallContext, rows?: (change: Change) => Promise<void>): Promise<void> {
    await this.#parts.writes.run(call, async (change) => {
      await lockUser(change, row.id);
      const now = await change.get<LoginRow>(`select ${LOGIN_COLUMNS} from auth_user u where u.id = ?`, [row.id]);
      if (now === undefined || now.is_active !== 1 || now.password_hash !== row.password_hash || now.epoch !== row.epoch)
        throw new ChangedMeanwhile();
      await rows?.(change);
      await change.run("update auth_user set last_login_at = ?, password_hash = ? where id = ?", [
        change.now,
        row.newHash ?? row.password_hash,
        row.id,
      ]);
      await this.#parts.guard.noteSuccess(change, row.id, call.remoteAddress);
      change.audit({ action: "login", resource: "user", resourceId: row.id });
    });
  }

  async #recordFailure(username: string, row: AttemptRow | undefined, call: CallContext): Promise<void> {
    // Only what could be a name is kept: people type passwords into the wrong field.
    const attempted = isUsername(username) ? username : "";
    await this.#parts.writes.run({ ...call, principal: { ...ANONYMOUS, username: attempted } }, async (change) => {
      const key = row?.device === undefined ? attempted.toLowerCase() : deviceKey(row.device);
      if (attempted !== "") await this.#parts.guard.noteFailure(change, key);
      change.audit({ action: "login", resource: "user", resourceId: row?.id ?? null, status: "failure", error: "INVALID_CREDENTIALS" });
    });
  }
}

const isUsername = (text: string): boolean => Username.safeParse(text).success;

/** What known addresses are compared by. */
const addressOf = ({ remoteAddress }: CallContext): string => (remoteAddress === undefined ? "" : clientNetworkOf(remoteAddress));
