import type { EventEmitter } from "node:events";
import { newId } from "@cadastre/inventory-core";
import { type AdapterFactory, type Configuration, errors, interactionPolicy, type KoaContextWithOIDC, Provider } from "oidc-provider";
import { FIXED_METADATA } from "../clients/client-metadata.ts";
import type { OAuthKeys } from "../oauth-keys.ts";
import type { OAuthSettings } from "../oauth-options.ts";
import type { OAuthScopes } from "../scopes.ts";
import { currentOAuthCall, type OAuthCall } from "./oauth-call.ts";
import { basePathOf, PATHS, resourceOf } from "./oauth-paths.ts";

/** What the server is made of. */
export interface ProviderParts {
  readonly issuer: string;
  readonly settings: OAuthSettings;
  readonly keys: OAuthKeys;
  readonly scopes: OAuthScopes;
  readonly adapter: AdapterFactory;
  /** Whether a user may act at all. */
  readonly isActive: (userId: string) => Promise<boolean>;
  /** Fetches a client's metadata document, guarded and cut down to what is taken over. */
  readonly fetch: NonNullable<Configuration["fetch"]>;
  /** A page for errors that are not told to the client. */
  readonly errorPage: (error: string, description: string | undefined) => string;
}

/** Codes live 60 s (docs/spec/oauth.md#codes-and-refresh-tokens); a user may take a quarter of an hour to sign in and answer. */
const CODE_TTL = 60;
const FLOW_TTL = 900;

/** Draft of Client ID Metadata Documents that is meant; another one is a decision. */
const DOCUMENT_DRAFT = "draft-02";

const { Check, Prompt } = interactionPolicy;

/**
 * oidc-provider as an OAuth 2.1 server: public clients, codes with PKCE (S256), opaque tokens for one resource. Everything
 * of OpenID Connect is off.
 */
export function oauthProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configurationOf(parts));
  // The issuer is a setting: the bridge says it in these headers, whatever the client sent (web-bridge.ts).
  provider.proxy = true;
  // What fails is told to the edge, which answers and logs it as any other failure; here it would be printed.
  const note = (error: unknown): void => {
    const call = currentOAuthCall();
    if (call !== undefined) call.failure = error;
  };
  provider.on("server_error", (_, error) => note(error));
  const koa: EventEmitter = provider;
  koa.on("error", note);
  return provider;
}

/** The authorization request that the cookie of a request names; undefined when there is none, or it has expired. */
export async function interactionOf(
  provider: Provider,
  { req, res }: Readonly<Pick<KoaContextWithOIDC, "req" | "res">>,
): Promise<OAuthCall["interaction"]> {
  try {
    return await provider.interactionDetails(req, res);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

function configurationOf({ issuer, settings, keys, scopes, adapter, isActive, fetch, errorPage }: ProviderParts): Configuration {
  const resource = resourceOf(issuer);
  const basePath = basePathOf(issuer);
  const all = scopes.all;
  const asked = (context: { readonly oidc: { readonly requestParamScopes: ReadonlySet<string> } }): boolean => {
    if (![...context.oidc.requestParamScopes].some((name) => scopes.isKnown(name)))
      throw new errors.InvalidScope("the scope contains no permission of this server", "");
    return false;
  };
  return {
    adapter,
    clientAuthMethods: ["none"],
    clientBasedCORS: () => true,
    clockTolerance: 0,
    clientDefaults: {
      ...FIXED_METADATA,
      grant_types: [...FIXED_METADATA.grant_types],
      response_types: [...FIXED_METADATA.response_types],
      id_token_signed_response_alg: "ES256",
    },
    cookies: {
      keys: [keys.cookies],
      names: { session: "service_oauth_session", interaction: "service_oauth_flow", resume: "service_oauth_resume" },
      short: { httpOnly: true, sameSite: "lax", path: basePath + PATHS.base },
      long: { httpOnly: true, sameSite: "lax", path: basePath + PATHS.base },
    },
    expiresWithSession: () => false,
    features: {
      clientIdMetadataDocument: { enabled: settings.clientMetadataDocuments, ack: DOCUMENT_DRAFT, cacheDuration: { min: 30, max: 3600 } },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: true, idFactory: () => newId(), issueRegistrationAccessToken: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget();
          return { scope: all.join(" "), audience: resource, accessTokenFormat: "opaque" };
        },
      },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    fetch,
    findAccount: async (_, userId) => ((await isActive(userId)) ? { accountId: userId, claims: () => ({ sub: userId }) } : undefined),
    formats: { bitsOfOpaqueRandomness: 256 },
    interactions: {
      url: () => basePath + PATHS.consent,
      // Consent is asked each time: a public client cannot prove that it is the one that was allowed before (RFC 6749 §10.2).
      policy: [
        new Prompt({ name: "login", requestable: true }, new Check("known_scope", "the scope is known", asked)),
        new Prompt(
          { name: "consent", requestable: true },
          new Check("always", "the user is asked each time", "consent_required", (context) => context.oidc.result?.consent === undefined),
        ),
      ],
    },
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    jwks: { keys: [keys.signing] },
    pkce: { required: () => true },
    renderError: (context, out) => {
      context.type = "html";
      context.body = errorPage(out.error, out.error_description);
    },
    responseTypes: ["code"],
    // The token adapter ends the grant, with everything of it at once.
    revokeGrantPolicy: () => false,
    rotateRefreshToken: () => currentOAuthCall()?.reusedInGrace !== true,
    routes: { authorization: PATHS.authorize, registration: PATHS.register, token: PATHS.token, revocation: PATHS.revoke },
    scopes: all,
    ttl: {
      AccessToken: settings.accessTokenTtlSeconds,
      AuthorizationCode: CODE_TTL,
      Grant: settings.refreshTokenTtlSeconds,
      Interaction: FLOW_TTL,
      Session: FLOW_TTL,
      // Each successor ends when the first one would have: refreshing goes on no longer than was allowed.
      RefreshToken: (context, _, __) => context.oidc.entities.RotatedRefreshToken?.remainingTTL ?? settings.refreshTokenTtlSeconds,
    },
  };
}
