import type { OpenStorage } from "@cadastre/inventory-core";
import { MAX_SCOPE, MAX_URI } from "../clients/client-metadata.ts";
import type { OAuthScopes } from "../scopes.ts";

/** Most characters of all parameters of a request, with their names. They are kept until the user has answered. */
const MAX_REQUEST = 10_000;

/** Which bound of docs/spec/limits.md#strangers-of-oauth a request is beyond; undefined for none. */
export function tooLongIn(search: URLSearchParams): string | undefined {
  let all = 0;
  for (const [name, value] of search) {
    const most = name === "scope" ? MAX_SCOPE : MAX_URI;
    if (value.length > most) return `${name.slice(0, 100)} has more than ${most} characters`;
    all += name.length + value.length;
  }
  return all > MAX_REQUEST ? `the parameters have more than ${MAX_REQUEST} characters` : undefined;
}

/** What an authorization request means, before oidc-provider reads it (docs/spec/oauth.md#scopes). */
export class AuthorizationRequests {
  readonly #storage: OpenStorage;
  readonly #scopes: OAuthScopes;

  constructor(storage: OpenStorage, scopes: OAuthScopes) {
    this.#storage = storage;
    this.#scopes = scopes;
  }

  /**
   * The query with a scope: one that is not there becomes what the client registered with, else the usual one; of one that
   * is there, what is no permission (`openid`, `offline_access`) is left out, unless nothing else is in it.
   */
  async complete(search: URLSearchParams): Promise<URLSearchParams> {
    const query = new URLSearchParams(search);
    // Codes come back in the query, the one way that is offered.
    query.delete("response_mode");
    const given = query.getAll("scope");
    if (given.length > 1) return query;
    const names = (given[0] ?? "").split(" ").filter((name) => name !== "");
    const known = names.filter((name) => this.#scopes.isKnown(name));
    if (names.length === 0) query.set("scope", await this.#scopeOf(query.get("client_id") ?? ""));
    else if (known.length > 0) query.set("scope", known.join(" "));
    return query;
  }

  async #scopeOf(clientId: string): Promise<string> {
    const row = await this.#storage.read.get<{ scope: string | null }>("select scope from auth_oauth_client where client_id = ?", [
      clientId,
    ]);
    return row?.scope ?? this.#scopes.usual.join(" ");
  }
}
