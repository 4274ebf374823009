import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { authPlugin } from "@cadastre/auth";
import { type OAuthOptions, oauthPlugin } from "@cadastre/auth/oauth";
import { createInventory, type Inventory, KeyRing, type Logger, silentLogger, STORAGE, type Storage } from "@cadastre/inventory-core";
import * as oauth from "oauth4webapi";
import { newDatabase } from "../../../../testing/databases.ts";
import { createHandler, type HandlerOptions } from "../../src/index.ts";
import { AJAX, type Headings, PASSWORD, type Reply } from "../auth/auth-api.ts";
import { Browser, type Page } from "../../../../testing/oauth-browser.ts";
import type { StorageName } from "../../../../testing/storages.ts";

/** Where a native program waits for the user to come back; nothing listens there. */
export const REDIRECT = "http://127.0.0.1:3000/callback";

/** `http` is allowed for this machine alone, and the strict client must be told. */
// oxlint-disable-next-line typescript/no-deprecated -- it is marked so to stand out
export const INSECURE = { [oauth.allowInsecureRequests]: true } as const;

/** A database that several servers may open. */
export interface TestDatabase {
  open(): Storage;
  readonly keyRing: KeyRing;
  drop(): Promise<void>;
}

export async function createDatabase(name: StorageName): Promise<TestDatabase> {
  const keyRing = KeyRing.parse(KeyRing.generate());
  const database = await newDatabase(name);
  return { keyRing, open: database.storage, drop: async () => await database[Symbol.asyncDispose]() };
}

export interface OAuthApiOptions {
  readonly oauth?: OAuthOptions;
  readonly limits?: HandlerOptions["rateLimit"];
  readonly database?: TestDatabase;
  readonly logger?: Logger;
  /** Another server's issuer, of which this one is a further host. */
  readonly issuer?: string;
  readonly basePath?: string;
}

/** A server with OAuth on a socket whose issuer is its address. Its clock is the system's: oidc-provider reads that itself. */
export interface OAuthApi {
  readonly issuer: string;
  readonly url: string;
  readonly inventory: Inventory;
  readonly server: oauth.AuthorizationServer;
  readonly resource: string;
  /** Registers a client. @returns what it was told */
  register(metadata?: Readonly<Record<string, unknown>>): Promise<oauth.Client>;
  /** @param route `GET /api/users` */
  call(route: string, body?: unknown, headers?: Headings): Promise<Reply>;
  /** As {@link call}, by the first administrator. */
  admin(route: string, body?: unknown): Promise<Reply>;
  /** A new user with roles. @returns its id */
  user(username: string, ...roles: readonly string[]): Promise<string>;
  rows<Row>(sql: string): Promise<Row[]>;
  browser(): Browser;
  stop(): Promise<void>;
}

export async function startOAuth(name: StorageName, options: OAuthApiOptions = {}): Promise<OAuthApi> {
  const database = options.database ?? (await createDatabase(name));
  const listener = createServer();
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { basePath = "" } = options;
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}${basePath}`;
  const issuer = options.issuer ?? url;
  const auth = authPlugin({ bcryptCost: 4, cookieSecure: false, initialAdmin: { username: "root", password: PASSWORD } });
  const inventory = await createInventory({
    storage: database.open(),
    keyRing: database.keyRing,
    logger: options.logger ?? silentLogger,
    plugins: [auth, oauthPlugin({ enabled: true, issuerUrl: issuer, ...options.oauth })],
  });
  const handler = createHandler(inventory.host, {
    basePath,
    rateLimit: options.limits ?? { enabled: false },
    // A test says in X-Forwarded-For at which address a client is.
    trustedProxies: ["127.0.0.1"],
  });
  listener.on("request", handler.node);

  const call: OAuthApi["call"] = async (route, body, headers = {}) => {
    const [method = "", path = ""] = route.split(" ");
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: response.headers.get("content-type")?.includes("json") === true ? JSON.parse(text) : text,
    };
  };
  const session = await call("POST /api/auth/login", { username: "root", password: PASSWORD });
  const admin: Headings = { cookie: (session.headers.get("set-cookie") ?? "").split(";")[0] as string, ...AJAX };
  const must = async (status: number, route: string, body?: unknown): Promise<Reply> => {
    const reply = await call(route, body, admin);
    if (reply.status !== status) throw new Error(`${route}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  };
  const enabled = options.oauth?.enabled !== false;
  const server = enabled && issuer === url ? await discover(issuer) : { issuer };
  return {
    issuer,
    url,
    inventory,
    server,
    resource: `${issuer}/mcp`,
    call,
    admin: async (route, body) => await call(route, body, admin),
    register: async (metadata = {}) => {
      const request = { client_name: "Editor", redirect_uris: [REDIRECT], ...metadata };
      return await oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(server, request as oauth.JsonObject, INSECURE),
      );
    },
    user: async (username, ...roles) => {
      const { body } = await must(201, "POST /api/users", { username, password: PASSWORD });
      for (const role of roles) await must(201, "POST /api/users/grant-role", { user_id: body.id, role });
      return body.id as string;
    },
    rows: async (sql) => await inventory.host.get(STORAGE).read.all(sql),
    browser: () => new Browser(new URL(issuer).origin),
    stop: async () => {
      handler.stop();
      listener.close();
      listener.closeAllConnections();
      await inventory.close();
      if (options.database === undefined) await database.drop();
    },
  };
}

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const url = new URL(issuer);
  return await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, { algorithm: "oauth2", ...INSECURE }));
}

/** An authorization request, and what its answer is checked with. */
export interface Started {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
  readonly redirect: string;
}

/** @param changes parameters that are others, or (undefined) not there */
export async function startRequest(
  api: OAuthApi,
  client: oauth.Client,
  changes: Readonly<Record<string, string | undefined>> = {},
): Promise<Started> {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const parameters = {
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    scope: "device:list device:update",
    resource: api.resource,
    ...changes,
  };
  const url = new URL(api.server.authorization_endpoint ?? "");
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return { url, verifier, state, redirect: parameters.redirect_uri ?? "" };
}

/** Signs in on the page that an authorization request leads to. @returns the page that asks */
export async function signIn(browser: Browser, page: Page, username: string, password = PASSWORD): Promise<Page> {
  return await browser.submit(page, actionOf(page, "/mcp-oauth/sign-in"), { username, password });
}

/** Where the form of a page goes that ends so: a server may be under a base path. */
const actionOf = (page: Page, end: string): string =>
  [...page.text.matchAll(/ action="([^"]+)"/g)].map(([, action = ""]) => action).find((action) => action.endsWith(end)) ?? end;

/** Where a browser was sent away to. */
export function sentTo(page: Page): URL {
  const location = page.headers.get("location");
  if (location === null) throw new Error(`no redirect: ${page.status} ${page.text}`);
  return new URL(location);
}

/** Goes from the request to the redirect with the code, as a user who allows it. */
export async function allow(api: OAuthApi, started: Started, username: string, browser = api.browser()): Promise<URL> {
  let page = await browser.open(started.url.href);
  if (page.text.includes('/mcp-oauth/sign-in"')) page = await signIn(browser, page, username);
  return sentTo(await browser.submit(page, actionOf(page, "/mcp-oauth/authorize"), { answer: "allow" }));
}

/** Exchanges the code of a redirect. @throws what the strict client finds wrong with the answer */
export async function exchange(
  api: OAuthApi,
  client: oauth.Client,
  { verifier, state, redirect }: Started,
  back: URL,
  extra: Readonly<Record<string, string>> = {},
): Promise<oauth.TokenEndpointResponse> {
  const parameters = oauth.validateAuthResponse(api.server, client, back, state);
  const response = await oauth.authorizationCodeGrantRequest(api.server, client, oauth.None(), parameters, redirect, verifier, {
    additionalParameters: { resource: api.resource, ...extra },
    ...INSECURE,
  });
  return await oauth.processAuthorizationCodeResponse(api.server, client, response);
}

export async function refresh(api: OAuthApi, client: oauth.Client, token: string): Promise<oauth.TokenEndpointResponse> {
  return await oauth.processRefreshTokenResponse(
    api.server,
    client,
    await oauth.refreshTokenGrantRequest(api.server, client, oauth.None(), token, INSECURE),
  );
}

/** The whole way: registration (unless given), consent, tokens. */
export async function tokensFor(
  api: OAuthApi,
  username: string,
  scope?: string,
  client?: oauth.Client,
): Promise<{ client: oauth.Client; tokens: oauth.TokenEndpointResponse }> {
  const registered = client ?? (await api.register());
  const started = await startRequest(api, registered, scope === undefined ? {} : { scope });
  return { client: registered, tokens: await exchange(api, registered, started, await allow(api, started, username)) };
}

/** What a call with a token answers. */
export async function callWith(api: OAuthApi, token: string, route = "GET /api/devices", body?: unknown): Promise<Reply> {
  return await api.call(route, body, { authorization: `Bearer ${token}` });
}

/** `400 invalid_grant` of what the strict client was refused with. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return `${error.status} ${error.error}`;
    if (error instanceof oauth.AuthorizationResponseError) return error.error;
    throw error;
  }
  return "was not refused";
}
