import { type CallContext, coreErrors, type OpenStorage, type Secrets, serviceToken, type WritePath } from "@cadastre/inventory-core";
import type { Adapter, Provider } from "oidc-provider";
import type { UserAccess } from "../../access/user-access.ts";
import { documentFetch } from "../clients/metadata-document.ts";
import { errorPage } from "../consent/error-page.ts";
import { type OAuthKeys, oauthKeys } from "../oauth-keys.ts";
import type { OAuthSettings } from "../oauth-options.ts";
import type { OAuthScopes } from "../scopes.ts";
import { ClientAdapter } from "../storage/client-adapter.ts";
import { FlowAdapter } from "../storage/flow-adapter.ts";
import { GrantAdapter } from "../storage/grant-adapter.ts";
import { NoAdapter } from "../storage/no-adapter.ts";
import type { TokenAdapter } from "../storage/token-adapter.ts";
import { currentOAuthCall, type OAuthCall, withOAuthCall } from "./oauth-call.ts";
import { basePathOf, PATHS } from "./oauth-paths.ts";
import type { interactionOf } from "./provider.ts";
import type { BridgedRequest, callNodeHandler } from "./web-bridge.ts";

export const OAUTH_SERVER = serviceToken<OAuthServer>("auth-oauth-server");

/** What the server works with. */
export interface OAuthServerParts {
  readonly settings: OAuthSettings;
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly secrets: Secrets;
  readonly access: UserAccess;
  readonly scopes: OAuthScopes;
}

/** An authorization request that waits for the user. */
export type Flow = NonNullable<OAuthCall["interaction"]>;

interface Running {
  readonly provider: Provider;
  readonly handler: ReturnType<Provider["callback"]>;
  readonly keys: OAuthKeys;
  readonly callHandler: typeof callNodeHandler;
}

/** oidc-provider, started with the host and called with Requests. Nothing of it is loaded before: most hosts never start it. */
export class OAuthServer {
  readonly #parts: OAuthServerParts;
  #running: Running | undefined;

  constructor(parts: OAuthServerParts) {
    this.#parts = parts;
  }

  /** Once the permissions are loaded. @throws ENCRYPTION_KEY_MISSING, SECRET_DAMAGED */
  async start(): Promise<void> {
    const { settings, storage, writes, secrets, access, scopes } = this.#parts;
    const keys = await oauthKeys(storage, writes, secrets);
    const [{ interactionOf, oauthProvider }, { TokenAdapter }, { callNodeHandler }, { publicFetch }] = await Promise.all([
      import("./provider.ts"),
      import("../storage/token-adapter.ts"),
      import("./web-bridge.ts"),
      import("./public-fetch.ts"),
    ]);
    const provider = oauthProvider({
      issuer: this.issuer,
      settings,
      keys,
      scopes,
      adapter: (name) => this.#adapterOf(name, TokenAdapter),
      isActive: async (userId) => (await access.ofUser(userId)) !== undefined,
      fetch: documentFetch(settings.metadataFetch ?? publicFetch, (name) => scopes.isKnown(name)) as typeof fetch,
      errorPage,
    });
    this.#prepare(provider, interactionOf);
    this.#running = { provider, handler: provider.callback(), keys, callHandler: callNodeHandler };
  }

  get issuer(): string {
    const { issuerUrl } = this.#parts.settings;
    if (issuerUrl === undefined) throw new TypeError("the settings were checked: OAuth that is enabled has an issuer");
    return issuerUrl;
  }

  /** A path of this server as browsers see it. */
  linkTo(path: string): string {
    return basePathOf(this.issuer) + path;
  }

  /** Key of the forms that the server hands out. */
  get formKey(): string {
    return this.#started.keys.cookies;
  }

  /** Passes a request on to oidc-provider. @throws what its storage throws: UNAVAILABLE, and faults */
  async pass(request: Request, call: CallContext, bridged: BridgedRequest): Promise<Response> {
    return (await this.#pass(request, call, bridged)).response;
  }

  /** The authorization request that the browser's cookie names; undefined when there is none, or it has expired. */
  async flowOf(request: Request, call: CallContext): Promise<Flow | undefined> {
    const { oauthCall } = await this.#pass(request, call, { path: PATHS.consent, method: "GET" });
    return oauthCall.interaction;
  }

  /** Notes the user's answer. @returns where the browser goes on */
  async answer(flow: Flow, result: NonNullable<Flow["result"]>, call: CallContext): Promise<string> {
    flow.result = result;
    await withOAuthCall(newCall(call, false), async () => await flow.persist());
    return flow.returnTo;
  }

  /** What a client says of itself; undefined for one that is gone. */
  async client(clientId: string, call: CallContext): Promise<Awaited<ReturnType<Provider["Client"]["find"]>>> {
    return await withOAuthCall(newCall(call, false), async () => await this.#started.provider.Client.find(clientId));
  }

  async #pass(
    request: Request,
    call: CallContext,
    bridged: BridgedRequest,
  ): Promise<{ readonly response: Response; readonly oauthCall: OAuthCall }> {
    const oauthCall = newCall(call, bridged.path === PATHS.revoke);
    const { callHandler, handler } = this.#started;
    const response = await withOAuthCall(oauthCall, async () => await callHandler(handler, this.issuer, request, bridged));
    if (oauthCall.failure !== undefined) throw oauthCall.failure instanceof Error ? oauthCall.failure : coreErrors.INTERNAL_ERROR({});
    return { response: oauthCall.reusedInGrace ? await withoutRefreshToken(response) : response, oauthCall };
  }

  get #started(): Running {
    // Every grant of it writes.
    if (this.#running === undefined) throw coreErrors.READ_ONLY({});
    return this.#running;
  }

  /** Cookies are checked by the library that signed them: the page that asks the user learns of the flow through it. */
  #prepare(provider: Provider, lookUp: typeof interactionOf): void {
    const mountPath = basePathOf(this.issuer);
    provider.use(async (context, next) => {
      // What koa-mount sets: the addresses that the library makes begin with it.
      Object.assign(context, { mountPath });
      if (context.path !== PATHS.consent) {
        await next();
        return;
      }
      context.status = 204;
      const call = currentOAuthCall();
      if (call !== undefined) call.interaction = await lookUp(provider, context);
    });
  }

  #adapterOf(name: string, OfTokens: typeof TokenAdapter): Adapter {
    const { settings, storage, writes } = this.#parts;
    switch (name) {
      case "AccessToken":
      case "AuthorizationCode":
      case "RefreshToken":
        return new OfTokens(name, { storage, writes, graceSeconds: settings.refreshReuseGraceSeconds });
      case "Client":
        return new ClientAdapter(storage, writes, settings.maxUnusedClients);
      case "Grant":
        return new GrantAdapter(storage);
      case "Interaction":
        return new FlowAdapter(storage, writes);
      default:
        return new NoAdapter();
    }
  }
}

function newCall(call: CallContext, revoking: boolean): OAuthCall {
  return { call, revoking, reusedInGrace: false };
}

/** A refresh token that was used before gives an access token and nothing else. */
async function withoutRefreshToken(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const { refresh_token: _, ...rest } = (await response.json()) as Readonly<Record<string, unknown>>;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json(rest, { headers });
}
