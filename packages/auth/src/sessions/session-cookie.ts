/** The cookie that carries a session's token. */
export class SessionCookie {
  readonly name: string;
  readonly #attributes: string;

  /**
   * @param secure sent over https (and to localhost) only; the `__Host-` name makes browsers hold to it
   */
  constructor(secure: boolean) {
    this.name = secure ? "__Host-service_session" : "service_session";
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
  }

  /** Value of a Set-Cookie header that hands a token out for so long. */
  set(token: string, maxAgeSeconds: number): string {
    return `${this.name}=${token}; Max-Age=${maxAgeSeconds}; ${this.#attributes}`;
  }

  /** Value of a Set-Cookie header that takes the cookie back. */
  clear(): string {
    return `${this.name}=; Max-Age=0; ${this.#attributes}`;
  }
}
