import {
  ANONYMOUS,
  type CallContext,
  coreErrors,
  type Draft,
  newId,
  type OpenStorage,
  type Principal,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import { principalOf, type UserAccess } from "../access/user-access.ts";
import { authErrors } from "../auth.errors.ts";
import type { PasswordHasher } from "../passwords/password-hash.ts";
import { randomToken, secretHash } from "../storage/secrets.ts";
import { type CurrentUser, Username } from "../users/user.ts";
import type { UserReader } from "../users/user-reader.ts";
import { lockUser } from "../users/user-rows.ts";
import { SessionEntity } from "./session.entity.ts";
import type { Login, SignedIn } from "./session.ts";
import type { SessionCookie } from "./session-cookie.ts";

export const SESSIONS = serviceToken<SessionService>("auth-sessions");

interface LoginRow {
  readonly id: string;
  readonly password_hash: string;
  readonly is_active: number;
}

const LOGIN_COLUMNS = "id, password_hash, is_active";

/** What sessions work with. */
export interface SessionParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly access: UserAccess;
  readonly users: UserReader;
  readonly hasher: PasswordHasher;
  readonly cookie: SessionCookie;
  readonly ttlSeconds: number;
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
   * @throws INVALID_CREDENTIALS, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED
   */
  async login(draft: Draft<Login>, call: CallContext): Promise<SignedIn> {
    const given = draft.valid();
    // A password that is hashed anew or changed during the check is looked at once more.
    const signedIn = (await this.#tryLogin(given, call)) ?? (await this.#tryLogin(given, call));
    if (signedIn === undefined) throw authErrors.INVALID_CREDENTIALS({});
    return signedIn;
  }

  /** Undefined when the stored hash is no longer the one that was compared. */
  async #tryLogin({ username, password }: Login, call: CallContext): Promise<SignedIn | undefined> {
    const { storage, hasher } = this.#parts;
    // What can be no name is not looked up: the database may refuse it, which would tell it from an unknown one.
    const row = isUsername(username)
      ? await storage.read.get<LoginRow>(`select ${LOGIN_COLUMNS} from auth_user where username_key = ?`, [username.toLowerCase()])
      : undefined;
    const matches = await hasher.matches(password, row?.password_hash);
    const access = row !== undefined && matches ? await this.#parts.access.ofUser(row.id) : undefined;
    if (row === undefined || access === undefined) {
      await this.#recordFailure(username, row?.id ?? null, call);
      throw authErrors.INVALID_CREDENTIALS({});
    }
    const sessionId = newId();
    const newHash = await hasher.replacementOf(row.password_hash, password);
    const expiresAt = await this.#start(sessionId, { ...row, newHash }, principalOf(access, "session", sessionId), call);
    if (expiresAt === undefined) return undefined;
    return { user: await this.#parts.users.current(row.id, access.held), expires_at: expiresAt };
  }

  /** Ends the session of the call, if it has one, and takes the cookie back. */
  async logout(call: CallContext): Promise<void> {
    const { principal } = call;
    if (principal.credential === "session") {
      await this.#parts.writes.run(call, async (change) => {
        await change.run("delete from auth_session where id = ?", [principal.credentialId]);
        change.audit({ action: "logout", resource: "user", resourceId: principal.userId });
      });
    }
    call.answerHeaders?.append("Set-Cookie", this.#parts.cookie.clear());
  }

  /** @throws UNAUTHORIZED when the caller is no user, as the program itself */
  async current({ principal }: CallContext): Promise<CurrentUser> {
    if (principal.userId === null) throw coreErrors.UNAUTHORIZED({ reason: "the caller is no user" });
    return await this.#parts.users.current(principal.userId, principal.permissions);
  }

  async #start(id: string, row: LoginRow & { newHash: string | undefined }, principal: Principal, call: CallContext): Promise<string | undefined> {
    const { writes, cookie, ttlSeconds } = this.#parts;
    const token = randomToken();
    const replaced = call.cookies?.get(cookie.name);
    const expiresAt = await writes.run({ ...call, principal }, async (change) => {
      await lockUser(change, row.id);
      const now = await change.get<LoginRow>(`select ${LOGIN_COLUMNS} from auth_user where id = ?`, [row.id]);
      // The password may have been changed, or the user deactivated, while the old hash was compared.
      if (now === undefined || now.is_active !== 1 || now.password_hash !== row.password_hash) return undefined;
      const expires = new Date(Date.parse(change.now) + ttlSeconds * 1000).toISOString();
      await change.run("delete from auth_session where expires_at <= ? or token_hash = ?", [change.now, replaced === undefined ? "" : secretHash(replaced)]);
      change.em.create(SessionEntity, {
        id,
        token_hash: secretHash(token),
        user_id: row.id,
        created_at: change.now,
        last_seen_at: change.now,
        expires_at: expires,
      });
      await change.em.flush();
      await change.run("update auth_user set last_login_at = ?, password_hash = ? where id = ?", [change.now, row.newHash ?? row.password_hash, row.id]);
      change.audit({ action: "login", resource: "user", resourceId: row.id });
      return expires;
    });
    if (expiresAt !== undefined) call.answerHeaders?.append("Set-Cookie", cookie.set(token));
    return expiresAt;
  }

  async #recordFailure(username: string, userId: string | null, call: CallContext): Promise<void> {
    // Only what could be a name is kept: people type passwords into the wrong field.
    const attempted = isUsername(username) ? username : "";
    await this.#parts.writes.run({ ...call, principal: { ...ANONYMOUS, username: attempted } }, async (change) => {
      change.audit({ action: "login", resource: "user", resourceId: userId, status: "failure", error: "INVALID_CREDENTIALS" });
    });
  }
}

const isUsername = (text: string): boolean => Username.safeParse(text).success;
