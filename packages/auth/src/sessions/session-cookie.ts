/** The cookie that carries a session's token. */
export class SessionCookie {
  readonly name: string;
  readonly #attributes: string;
  readonly #maxAgeSeconds: number;

  /**
   * @param secure sent over https (and to localhost) only; the `__Host-` name makes browsers hold to it
   * @param maxAgeSeconds lifetime of a session
   */
  constructor(secure: boolean, maxAgeSeconds: number) {
    this.name = secure ? "__Host-service_session" : "service_session";
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
    this.#maxAgeSeconds = maxAgeSeconds;
  }

  /** Value of a Set-Cookie header that hands a token out. */
  set(token: string): string {
    return `${this.name}=${token}; Max-Age=${this.#maxAgeSeconds}; ${this.#attributes}`;
  }

  /** Value of a Set-Cookie header that takes the cookie back. */
  clear(): string {
    return `${this.name}=; Max-Age=0; ${this.#attributes}`;
  }
}
