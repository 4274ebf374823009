import type { CallContext } from "@cadastre/inventory-core";

/** A request that may have the cookie, and its answer. */
export type CookieHolder = Pick<CallContext, "cookies" | "answerHeaders" | "basePath">;

/** The cookie that carries a session's token, or another cookie with the same attributes. */
export class SessionCookie {
  readonly #secure: boolean;
  readonly #name: string;

  /** @param secure sent over https (and to localhost) only; the beginning of its name makes browsers hold to it */
  constructor(secure: boolean, name = "service_session") {
    this.#secure = secure;
    this.#name = name;
  }

  /** The token that a browser sent with a request. */
  tokenOf({ cookies, basePath }: CookieHolder): string | undefined {
    return cookies?.get(this.#nameUnder(basePath));
  }

  /** Hands a token out for so long. */
  set(holder: CookieHolder, token: string, maxAgeSeconds: number): void {
    this.#append(holder, token, maxAgeSeconds);
  }

  /** Takes the cookie back. */
  clear(holder: CookieHolder): void {
    this.#append(holder, "", 0);
  }

  #append({ answerHeaders, basePath }: CookieHolder, value: string, maxAgeSeconds: number): void {
    const secure = this.#secure ? "; Secure" : "";
    answerHeaders?.append(
      "Set-Cookie",
      `${this.#nameUnder(basePath)}=${value}; Max-Age=${maxAgeSeconds}; Path=${basePath || "/"}; HttpOnly; SameSite=Lax${secure}`,
    );
  }

  /** Browsers take `__Host-` for the path / alone. Under a base path the cookie is not for the other services of the host. */
  #nameUnder(basePath = ""): string {
    if (!this.#secure) return this.#name;
    return `${basePath === "" ? "__Host-" : "__Secure-"}${this.#name}`;
  }
}
