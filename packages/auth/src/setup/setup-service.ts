import {
  ANONYMOUS,
  type CallContext,
  type Change,
  type Clock,
  coreErrors,
  type Draft,
  newId,
  type OpenStorage,
  type Queries,
  secretHash,
  serviceToken,
  SYSTEM,
  type WritePath,
} from "@cadastre/inventory-core";
import { authErrors } from "../auth.errors.ts";
import { signedInOf, strangerOf } from "../passwords/hash-queue.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { ADMIN } from "../roles/role.ts";
import type { RoleService } from "../roles/role-service.ts";
import { randomToken } from "../storage/secrets.ts";
import type { NewUser, User } from "../users/user.ts";
import type { UserReader } from "../users/user-reader.ts";
import { addUser, giveRole, lockUsers } from "../users/user-rows.ts";
import type { Bootstrap } from "./setup.ts";
import { setupTokenTable } from "./setup.entity.ts";

export const SETUP = serviceToken<SetupService>("auth-setup");

/** How this host found the installation when it started. */
export type SetupState =
  /** There are users. */
  | { readonly kind: "ready" }
  /** There was none; the administrator of the options was created. */
  | { readonly kind: "created"; readonly username: string }
  /** There is none; whoever sends this token to POST /api/auth/bootstrap becomes the first administrator. */
  | { readonly kind: "token"; readonly token: string };

/** Tokens of hosts that ended without a stop are not good for longer than this. */
const MAX_TOKEN_AGE_MS = 24 * 3_600_000;

const START_CALL: CallContext = { principal: SYSTEM, source: "library" };

export interface SetupParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly roles: RoleService;
  readonly users: UserReader;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly initialAdmin: NewUser | undefined;
}

/** Makes the first administrator: there is never a default password. */
export class SetupService {
  readonly #parts: SetupParts;
  #state: SetupState = { kind: "ready" };
  #tokenId: string | undefined;

  constructor(parts: SetupParts) {
    this.#parts = parts;
  }

  /** What the program that started the host tells its operator. The token is a secret. */
  get state(): SetupState {
    return this.#state;
  }

  async start(): Promise<void> {
    const { storage, initialAdmin } = this.#parts;
    if (await hasUsers(storage.read)) return;
    if (initialAdmin === undefined) this.#state = { kind: "token", token: await this.#makeToken() };
    else if (await this.#createInitialAdmin(initialAdmin)) this.#state = { kind: "created", username: initialAdmin.username };
  }

  /** This host's token ends with it. */
  async stop(): Promise<void> {
    const id = this.#tokenId;
    if (id !== undefined)
      await this.#parts.storage.write(async (transaction) => await transaction.run("delete from auth_setup_token where id = ?", [id]));
  }

  /**
   * Creates the first administrator for whoever has a setup token. Works once, however many try.
   * @throws CONFLICT when there are users, INVALID_CREDENTIALS for a wrong token, VALIDATION_ERROR, RATE_LIMIT_EXCEEDED
   */
  async bootstrap(draft: Draft<Bootstrap>, call: CallContext): Promise<User> {
    const { storage, writes, users, hasher } = this.#parts;
    if (await hasUsers(storage.read)) throw alreadySetUp();
    const { token } = draft.fields;
    // The token before the rest of the body: without it nobody is told what is wrong with a password.
    if (token !== undefined && !(await isToken(storage.read, token))) {
      await writes.run({ ...call, principal: ANONYMOUS }, async (change) => {
        change.audit({ action: "bootstrap", resource: "user", resourceId: null, status: "failure", error: "INVALID_CREDENTIALS" });
      });
      throw wrongToken();
    }
    const { token: given, ...profile } = draft.valid();
    const passwordHash = await hasher.hash(profile.password, strangerOf(call));
    return await writes.run({ ...call, principal: { ...ANONYMOUS, username: profile.username } }, async (change) => {
      await lockUsers(change);
      if (await hasUsers(change)) throw alreadySetUp();
      if (!(await isToken(change, given))) throw wrongToken();
      const id = await this.#addAdmin(change, profile, passwordHash);
      return await users.get(id, change);
    });
  }

  async #createInitialAdmin(profile: NewUser): Promise<boolean> {
    const passwordHash = await this.#parts.hasher.hash(profile.password, signedInOf(START_CALL));
    return await this.#parts.writes.run(START_CALL, async (change) => {
      await lockUsers(change);
      // Another host with the same settings may have been faster.
      if (await hasUsers(change)) return false;
      await this.#addAdmin(change, profile, passwordHash);
      return true;
    });
  }

  async #addAdmin(change: Change, profile: NewUser, passwordHash: string): Promise<string> {
    const id = await addUser(change, profile, passwordHash);
    const admin = (await this.#parts.roles.rows(change)).find((role) => role.is_system === 1 && role.name === ADMIN);
    if (admin === undefined) throw new TypeError("the system roles are put in place before the first user");
    await giveRole(change, id, admin.id);
    await change.run("delete from auth_setup_token");
    change.audit({ action: "bootstrap", resource: "user", resourceId: id, after: await this.#parts.users.get(id, change) });
    return id;
  }

  /** Each host has a token of its own, so that the one that an operator sees works whichever host answers. */
  async #makeToken(): Promise<string> {
    const token = randomToken();
    const id = newId();
    const now = this.#parts.clock.now();
    await this.#parts.storage.write(async (transaction) => {
      await transaction.run("delete from auth_setup_token where created_at < ?", [new Date(now - MAX_TOKEN_AGE_MS).toISOString()]);
      transaction.em.create(setupTokenTable.entity, { id, token_hash: secretHash(token), created_at: new Date(now).toISOString() });
      await transaction.em.flush();
    });
    this.#tokenId = id;
    return token;
  }
}

async function hasUsers(queries: Queries): Promise<boolean> {
  return (await queries.get("select 1 as one from auth_user limit 1")) !== undefined;
}

async function isToken(queries: Queries, token: string): Promise<boolean> {
  return (await queries.get("select 1 as one from auth_setup_token where token_hash = ?", [secretHash(token)])) !== undefined;
}

function alreadySetUp(): Error {
  return coreErrors.CONFLICT({ reason: "the first administrator already exists: sign in" });
}

function wrongToken(): Error {
  return authErrors.INVALID_CREDENTIALS({ reason: "the setup token is wrong: use the one printed at the last start of the server" });
}
