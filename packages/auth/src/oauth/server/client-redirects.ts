import type { CallContext, OpenStorage, Principal } from "@cadastre/inventory-core";
import { deniedPage, errorPage } from "../consent/error-page.ts";
import { pageHeaders } from "../consent/page.ts";
import { basePathOf, PATHS } from "./oauth-paths.ts";

/** What the rule works with. */
export interface ClientRedirectParts {
  readonly storage: OpenStorage;
  /** Where our own pages are. */
  readonly issuer: () => string;
  /** The user of the session that the browser has; undefined for none. */
  readonly userOf: (call: CallContext) => Promise<Principal | undefined>;
}

/**
 * Keeps the server from being an open redirector (RFC 9700 §4.11.2): anybody may register a client, so a browser is sent to
 * one only when its signed-in user allows that client. Whatever else a client would be told is shown to the user.
 */
export class ClientRedirects {
  readonly #parts: ClientRedirectParts;

  constructor(parts: ClientRedirectParts) {
    this.#parts = parts;
  }

  /**
   * The answer, or a page in its place.
   * @param clientId the client of the request, as it names itself
   */
  async check(answer: Response, clientId: string | undefined, call: CallContext): Promise<Response> {
    const location = answer.headers.get("location");
    if (location === null || this.#isOwnPage(location)) return answer;
    if (clientId !== undefined && (await this.#isAllowed(clientId, call))) return answer;
    const headers = new Headers(pageHeaders());
    // The cookies of the flow, which is over.
    for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
    const told = errorIn(location);
    if (told.error === "access_denied") return new Response(deniedPage(), { headers });
    return new Response(errorPage(told.error, told.description), { status: 400, headers });
  }

  #isOwnPage(location: string): boolean {
    const issuer = this.#parts.issuer();
    const url = URL.parse(location, issuer);
    return url !== null && url.origin === new URL(issuer).origin && url.pathname.startsWith(`${basePathOf(issuer)}${PATHS.base}/`);
  }

  /** Whether the user of the browser gave the client a grant that has not ended. */
  async #isAllowed(clientId: string, call: CallContext): Promise<boolean> {
    const user = await this.#parts.userOf(call);
    if (user === undefined) return false;
    const grant = await this.#parts.storage.read.get(
      "select 1 as one from auth_oauth_grant g join auth_oauth_client c on c.id = g.client_id where g.user_id = ? and c.client_id = " +
        "? limit 1",
      [user.userId, clientId],
    );
    return grant !== undefined;
  }
}

/** What a redirect tells its client, in its query or its fragment. */
function errorIn(location: string): { readonly error: string; readonly description: string | undefined } {
  const url = URL.parse(location);
  const said = new URLSearchParams(url?.hash.slice(1) === "" ? url.search : url?.hash.slice(1));
  return { error: said.get("error") ?? "invalid_request", description: said.get("error_description") ?? undefined };
}
