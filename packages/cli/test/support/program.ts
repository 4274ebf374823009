import {
  auth,
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { allowAs } from "./allow-as.ts";

/** What a program of the official SDK remembers. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = "http://127.0.0.1:3000/callback";
  readonly clientMetadata: OAuthClientMetadata = { client_name: "Assistant", redirect_uris: [this.redirectUrl] };
  client: StoredOAuthClientInformation | undefined;
  kept: StoredOAuthTokens | undefined;
  asked: URL | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  clientInformation = (): StoredOAuthClientInformation | undefined => this.client;
  saveClientInformation = (client: StoredOAuthClientInformation): void => void (this.client = client);
  tokens = (): StoredOAuthTokens | undefined => this.kept;
  saveTokens = (tokens: StoredOAuthTokens): void => void (this.kept = tokens);
  redirectToAuthorization = (url: URL): void => void (this.asked = url);
  saveCodeVerifier = (verifier: string): void => void (this.#verifier = verifier);
  codeVerifier = (): string => this.#verifier;
  saveDiscoveryState = (state: OAuthDiscoveryState): void => void (this.#discovered = state);
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovered;
  invalidateCredentials = (scope: string): void => {
    if (scope === "tokens" || scope === "all") this.kept = undefined;
  };
}

/** An AI client of the official SDK that acts for a user. */
export class Program {
  readonly memory = new Memory();
  readonly #endpoint: URL;
  readonly #revision: string;

  constructor(url: string, revision: string) {
    this.#endpoint = new URL("/mcp?toolsets=all", url);
    this.#revision = revision;
  }

  /** Connects without tokens, is sent to the user, who allows it, and connects. */
  async connectAs(username: string): Promise<Client> {
    const first = this.#transport();
    const refused: unknown = await this.#client()
      .connect(first)
      .catch((error: unknown) => error);
    if (!(refused instanceof UnauthorizedError) || this.memory.asked === undefined)
      throw new Error("the program should be sent to its user", { cause: refused });
    await first.finishAuth((await allowAs(username, this.memory.asked)).searchParams);
    return await this.connect();
  }

  /** As {@link connectAs}, with less than the server offers. */
  async connectFor(scope: string, username: string): Promise<Client> {
    await auth(this.memory, { serverUrl: this.#endpoint, scope });
    const { searchParams } = await allowAs(username, this.memory.asked ?? "");
    await auth(this.memory, {
      serverUrl: this.#endpoint,
      scope,
      authorizationCode: searchParams.get("code") ?? "",
      iss: searchParams.get("iss") ?? "",
    });
    return await this.connect();
  }

  /** Connects with the tokens it has. */
  async connect(): Promise<Client> {
    const client = this.#client();
    await client.connect(this.#transport());
    return client;
  }

  /** What `/mcp` answers to its access token. */
  async status(): Promise<number> {
    const headers = {
      authorization: `Bearer ${this.memory.kept?.access_token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    return (await fetch(this.#endpoint, { method: "POST", headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) }))
      .status;
  }

  #client(): Client {
    return new Client(
      { name: "test", version: "1.0.0" },
      { versionNegotiation: { mode: this.#revision === "2026-07-28" ? "auto" : "legacy" } },
    );
  }

  #transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.#endpoint, { authProvider: this.memory });
  }
}
