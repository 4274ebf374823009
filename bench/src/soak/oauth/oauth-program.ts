import { createHash, randomBytes } from "node:crypto";
import { ADMIN } from "../../http/host.ts";

const REDIRECT = "http://127.0.0.1:3000/callback";

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** What a token endpoint answers. */
export interface TokenAnswer {
  /** `200`, `400 invalid_grant`, `503`. */
  readonly told: string;
  /** Undefined when it was refused. */
  readonly tokens: Tokens | undefined;
}

/** A code, and what it is exchanged with. */
export interface Code {
  readonly code: string;
  readonly verifier: string;
}

/** A program with a user who is signed in and allows whatever it asks for. */
export class OAuthProgram {
  readonly #issuer: string;
  readonly #client: string;
  readonly #session: string;

  private constructor(issuer: string, client: string, session: string) {
    this.#issuer = issuer;
    this.#client = client;
    this.#session = session;
  }

  static async register(issuer: string): Promise<OAuthProgram> {
    const post = async (path: string, body: unknown): Promise<Response> =>
      await fetch(issuer + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const registered = await post("/mcp-oauth/register", { client_name: "Trial", redirect_uris: [REDIRECT] });
    const { client_id: client } = (await registered.json()) as { client_id: string };
    const login = await post("/api/auth/login", ADMIN);
    await login.text();
    return new OAuthProgram(issuer, client, cookiesOf(login));
  }

  /** Asks the user, who allows it on the page of the server. */
  async code(): Promise<Code> {
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const query = {
      response_type: "code",
      client_id: this.#client,
      redirect_uri: REDIRECT,
      code_challenge: challenge,
      code_challenge_method: "S256",
      scope: "device:list",
    };
    const asked = await this.#open(`/mcp-oauth/authorize?${new URLSearchParams(query).toString()}`, this.#session);
    const cookies = `${this.#session}; ${cookiesOf(asked)}`;
    const page = await (await this.#open(asked.headers.get("location") ?? "", cookies)).text();
    const hidden = [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]): [string, string] => [name, value],
    );
    let answer = await this.#open("/mcp-oauth/authorize", cookies, new URLSearchParams([...hidden, ["answer", "allow"]]));
    for (let hop = 0; hop < 5; hop += 1) {
      const next = new URL(answer.headers.get("location") ?? "", this.#issuer);
      const code = next.searchParams.get("code");
      if (code !== null) return { code, verifier };
      answer = await this.#open(next.href, cookies);
    }
    throw new Error(`no code: ${answer.status} ${await answer.text()}`);
  }

  /** @param url of the host that is asked */
  async exchange(url: string, { code, verifier }: Code): Promise<TokenAnswer> {
    return await this.#tokens(url, { grant_type: "authorization_code", code, code_verifier: verifier, redirect_uri: REDIRECT });
  }

  async refresh(url: string, token: string): Promise<TokenAnswer> {
    return await this.#tokens(url, { grant_type: "refresh_token", refresh_token: token });
  }

  async #tokens(url: string, fields: Readonly<Record<string, string>>): Promise<TokenAnswer> {
    const answer = await fetch(`${url}/mcp-oauth/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: this.#client, ...fields }),
    });
    const body = (await answer.json()) as Tokens & { readonly error?: string };
    if (answer.status === 200) return { told: "200", tokens: body };
    return { told: answer.status === 503 ? "503" : `${answer.status} ${body.error}`, tokens: undefined };
  }

  async #open(path: string, cookie: string, form?: URLSearchParams): Promise<Response> {
    const headers = { cookie, ...(form === undefined ? {} : { origin: this.#issuer }) };
    return await fetch(new URL(path, this.#issuer), {
      redirect: "manual",
      headers,
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
  }
}

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
