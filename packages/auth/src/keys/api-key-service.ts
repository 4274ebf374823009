import {
  type CallContext,
  type Change,
  checkIfMatch,
  type Clock,
  coreErrors,
  type Draft,
  type JsonList,
  listOfRows,
  type OpenStorage,
  type Principal,
  type Queries,
  secretHash,
  serviceToken,
  Where,
  type WritePath,
} from "@cadastre/inventory-core";
import { NO_SUCH_USER, type UserAuthority } from "../users/user-authority.ts";
import { isAdministrator } from "../users/user-policy.ts";
import type { ApiKey, ApiKeyCreate, NewApiKey } from "./api-key.ts";
import { API_KEY_COLUMNS, apiKeyTable, apiKeyOf, type ShownApiKeyRow } from "./api-key.entity.ts";
import { KEY_TEXT, shownPrefixOf } from "./key-text.ts";

export const API_KEYS = serviceToken<ApiKeyService>("auth-api-keys");

/** The rules of API keys. Whoever is no administrator sees and makes only their own. */
export class ApiKeyService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #authority: UserAuthority;
  readonly #maxPerUser: number;

  /** @param maxPerUser keys that a user may have, those that have expired among them */
  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, authority: UserAuthority, maxPerUser: number) {
    this.#storage = storage;
    this.#writes = writes;
    this.#clock = clock;
    this.#authority = authority;
    this.#maxPerUser = maxPerUser;
  }

  /** The keys that the caller may see, by name. */
  list(call: CallContext): JsonList<ApiKey> {
    const where = visibleTo(call.principal);
    return listOfRows(
      this.#storage.pages<ShownApiKeyRow>(
        `select ${API_KEY_COLUMNS} from auth_api_key${where.sql} order by name, id`,
        where.params,
        call.signal,
      ),
      apiKeyOf,
    );
  }

  /** @throws NOT_FOUND, also for a key that the caller may not see */
  async get(id: string, call: CallContext, queries: Queries = this.#storage.read): Promise<ApiKey> {
    const where = visibleTo(call.principal).add("id = ?", id);
    const row = await queries.get<ShownApiKeyRow>(`select ${API_KEY_COLUMNS} from auth_api_key${where.sql}`, where.params);
    if (row === undefined) throw coreErrors.NOT_FOUND({ what: "API key" });
    return apiKeyOf(row);
  }

  /**
   * Makes a key; its text is in the answer and nowhere else.
   * @throws VALIDATION_ERROR, FORBIDDEN for another user's key when the caller is no administrator, CONFLICT when the user
   * has as many keys as one may have
   */
  async create(draft: Draft<ApiKeyCreate>, call: CallContext): Promise<NewApiKey> {
    const userId = await this.#ownerOf(draft, call.principal);
    const { expires_at } = draft.fields;
    if (expires_at && Date.parse(expires_at) <= this.#clock.now()) draft.problems.add("expires_at", "must be in the future");
    const given = draft.valid();
    const key = KEY_TEXT.make();
    return await this.#writes.run(call, async (change) => {
      if (userId === null) throw new TypeError("a key without an owner is a problem of the draft");
      const { caller } = await this.#authority.authorizeNamed(change, userId, { permissions: ["apikey:create"] });
      checkOwner(caller, userId);
      await this.#checkRoom(change, userId);
      const record: ApiKey = {
        id: change.newId(),
        name: given.name,
        description: given.description,
        user_id: userId,
        prefix: shownPrefixOf(key),
        created_at: change.now,
        last_used_at: null,
        expires_at: given.expires_at,
      };
      change.em.create(apiKeyTable.entity, { ...record, key_hash: secretHash(key) });
      await change.em.flush();
      change.audit({ action: "create", resource: "apikey", resourceId: record.id, after: record });
      return { ...record, key };
    });
  }

  /** @throws NOT_FOUND, PRECONDITION_FAILED */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const { user_id: owner } = await this.get(id, call, change);
      const caller = await this.#mayDelete(change, owner);
      await change.lock({ on: "record", table: "auth_api_key", id });
      const before = await this.get(id, { ...call, principal: caller }, change);
      checkIfMatch(call, JSON.stringify(before));
      await change.run("delete from auth_api_key where id = ?", [id]);
      change.audit({ action: "delete", resource: "apikey", resourceId: id, before });
    });
  }

  /** The caller under the locks of the owner; a key of the first versions may have none. */
  async #mayDelete(change: Change, owner: string | null): Promise<Principal> {
    const permissions = ["apikey:delete"];
    if (owner === null) return await this.#authority.present(change.call.principal, permissions, change);
    return (await this.#authority.authorize(change, owner, { permissions })).caller;
  }

  /** Under the lock of the user, so that keys are counted over all hosts. @throws CONFLICT */
  async #checkRoom(change: Change, userId: string): Promise<void> {
    const row = await change.get<{ n: number }>("select count(*) as n from auth_api_key where user_id = ?", [userId]);
    if ((row?.n ?? 0) < this.#maxPerUser) return;
    throw coreErrors.CONFLICT({
      reason: `limit of ${this.#maxPerUser} API keys per user reached: delete one that is no longer needed`,
    });
  }

  async #ownerOf(draft: Draft<ApiKeyCreate>, principal: Principal): Promise<string | null> {
    const userId = draft.fields.user_id ?? principal.userId;
    if (userId === null) draft.problems.add("user_id", "is required: the caller is not a user");
    else if (userId !== principal.userId) {
      checkOwner(principal, userId);
      if (!(await hasUser(this.#storage.read, userId))) draft.problems.add("user_id", NO_SUCH_USER);
    }
    return userId;
  }
}

async function hasUser(queries: Queries, id: string | null): Promise<boolean> {
  return (await queries.get("select 1 as one from auth_user where id = ?", [id])) !== undefined;
}

/** @throws FORBIDDEN */
function checkOwner(principal: Principal, userId: string): void {
  if (userId === principal.userId || isAdministrator(principal)) return;
  throw coreErrors.FORBIDDEN({ permission: "apikey:create", reason: "only administrators can create keys for other users" });
}

function visibleTo(principal: Principal): Where {
  const where = new Where();
  return isAdministrator(principal) ? where : where.add("user_id = ?", principal.userId);
}
