import { type CallContext, coreErrors, type RawHandler, serviceToken } from "@cadastre/inventory-core";
import type { RegistrationHandler } from "../clients/registration-handler.ts";
import type { ConsentHandler } from "../consent/consent-handler.ts";
import { errorPage } from "../consent/error-page.ts";
import { pageHeaders } from "../consent/page.ts";
import type { OAuthSettings } from "../oauth-options.ts";
import type { OAuthScopes } from "../scopes.ts";
import { type AuthorizationRequests, tooLongIn } from "./authorization-request.ts";
import type { ClientRedirects } from "./client-redirects.ts";
import { preflight, withCors, wrongMethod } from "./oauth-answers.ts";
import { resourceMetadata, serverMetadata } from "./oauth-metadata.ts";
import { PATHS, RESOURCE_PATH } from "./oauth-paths.ts";
import { OAUTH_ROUTES } from "./oauth-routes.ts";
import type { OAuthServer } from "./oauth-server.ts";

export const OAUTH_HANDLERS = {
  metadata: serviceToken<RawHandler>("auth-oauth-metadata"),
  resource: serviceToken<RawHandler>("auth-oauth-resource"),
  base: serviceToken<RawHandler>("auth-oauth-base"),
  register: serviceToken<RawHandler>("auth-oauth-register"),
  token: serviceToken<RawHandler>("auth-oauth-token"),
  signIn: serviceToken<RawHandler>("auth-oauth-sign-in"),
} as const;

/** All of them at once. */
export const ALL_HANDLERS = serviceToken<Readonly<Record<keyof typeof OAUTH_HANDLERS, RawHandler>>>("auth-oauth-handlers");

/** What answers the paths. */
export interface OAuthHandlerParts {
  readonly settings: OAuthSettings;
  readonly server: OAuthServer;
  readonly scopes: OAuthScopes;
  readonly registration: RegistrationHandler;
  readonly requests: AuthorizationRequests;
  readonly consent: ConsentHandler;
  readonly redirects: ClientRedirects;
}

type Answer = (request: Request, call: CallContext) => Promise<Response> | Response;

/** By method; a HEAD is answered as a GET, without its body. */
type Methods = Readonly<Partial<Record<"GET" | "POST", Answer>>>;

/** A path that other sites' pages may call, or one for browsers themselves. */
interface Endpoint {
  readonly methods: Methods;
  readonly crossOrigin: boolean;
}

const endpoint = (methods: Methods, crossOrigin: boolean): Endpoint => ({ methods, crossOrigin });

/** What is where; undefined for a path that is not there. */
type Endpoints = (path: string) => Endpoint | undefined;

/** The endpoints (docs/spec/oauth.md#endpoints) as raw handlers, one for each limit. Every one answers 404 while OAuth is off. */
export function oauthHandlers(parts: OAuthHandlerParts): Readonly<Record<keyof typeof OAUTH_HANDLERS, RawHandler>> {
  const { settings, server, scopes, registration, requests, consent, redirects } = parts;
  const pass =
    (path: string): Answer =>
    async (request, call) =>
      await server.pass(request, call, { path, ...(request.method === "POST" ? { body: await request.text() } : {}) });
  const authorize: Answer = async (request, call) => {
    const { searchParams } = new URL(request.url);
    const problem = tooLongIn(searchParams);
    if (problem !== undefined) return new Response(errorPage("invalid_request", problem), { status: 400, headers: pageHeaders() });
    const query = await requests.complete(searchParams);
    const answer = await server.pass(request, call, { path: `${PATHS.authorize}?${query.toString()}`, method: "GET" });
    return forBrowser(await redirects.check(answer, query.get("client_id") ?? undefined, call));
  };
  /** Where a browser goes on after the user's answer: `/mcp-oauth/authorize/<flow>`. */
  const resume: Answer = async (request, call) => {
    // Passing it on ends the flow.
    const clientId = (await server.flowOf(request, call))?.params["client_id"];
    const answer = await server.pass(request, call, { path: new URL(request.url).pathname, method: "GET" });
    return forBrowser(await redirects.check(answer, typeof clientId === "string" ? clientId : undefined, call));
  };
  const json = (value: () => unknown): Endpoint =>
    endpoint({ GET: () => Response.json(value(), { headers: { "cache-control": "public, max-age=300" } }) }, true);
  const exactly =
    (path: string, one: Endpoint): Endpoints =>
    (asked) =>
      asked === path ? one : undefined;

  const base: Readonly<Record<string, Endpoint>> = {
    [PATHS.authorize]: endpoint({ GET: authorize, POST: async (request, call) => await consent.answer(request, call) }, false),
    [PATHS.consent]: endpoint({ GET: async (request, call) => await consent.show(request, call) }, false),
    [PATHS.revoke]: endpoint({ POST: pass(PATHS.revoke) }, true),
  };
  const handler = (
    path: string,
    endpoints: Endpoints,
    routes: RawHandler["routes"] = [],
    limit?: NonNullable<RawHandler["limit"]>,
  ): RawHandler => ({
    path,
    access: "public",
    routes,
    // What is not there is not counted as an attempt at it.
    ...(limit === undefined || !settings.enabled ? {} : { limit }),
    handle: async (request, call) => await handle(settings.enabled ? endpoints(new URL(request.url).pathname) : undefined, request, call),
  });
  const resource = json(() => resourceMetadata(server.issuer, scopes));
  return {
    metadata: handler(
      PATHS.metadata,
      exactly(
        PATHS.metadata,
        json(() => serverMetadata(server.issuer, settings, scopes)),
      ),
      OAUTH_ROUTES.metadata,
    ),
    resource: handler(
      PATHS.resource,
      (path) => (path === PATHS.resource || path === PATHS.resource + RESOURCE_PATH ? resource : undefined),
      OAUTH_ROUTES.resource,
    ),
    base: handler(
      PATHS.base,
      (path) =>
        Object.hasOwn(base, path)
          ? base[path]
          : /^\/mcp-oauth\/authorize\/[\w-]+$/.test(path)
            ? endpoint({ GET: resume }, false)
            : undefined,
      OAUTH_ROUTES.base,
    ),
    register: handler(
      PATHS.register,
      exactly(PATHS.register, endpoint({ POST: async (request, call) => await registration.register(request, call) }, true)),
      OAUTH_ROUTES.register,
      "registration",
    ),
    token: handler(PATHS.token, exactly(PATHS.token, endpoint({ POST: pass(PATHS.token) }, true)), OAUTH_ROUTES.token, "token"),
    signIn: handler(
      PATHS.signIn,
      exactly(PATHS.signIn, endpoint({ POST: async (request, call) => await consent.signIn(request, call) }, false)),
      [],
      "login",
    ),
  };
}

/** @throws NOT_FOUND */
async function handle(found: Endpoint | undefined, request: Request, call: CallContext): Promise<Response> {
  if (found === undefined) throw coreErrors.NOT_FOUND({ what: "path" });
  const { methods, crossOrigin } = found;
  const method = request.method === "HEAD" ? "GET" : request.method;
  const allow = [...Object.keys(methods).flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])), "OPTIONS"].join(", ");
  if (method === "OPTIONS") return crossOrigin ? preflight(allow) : new Response(null, { status: 204, headers: { allow } });
  const answer = method === "GET" || method === "POST" ? methods[method] : undefined;
  if (answer === undefined) return crossOrigin ? withCors(wrongMethod(allow)) : wrongMethod(allow);
  const response = await answer(request, call);
  return crossOrigin ? withCors(response) : response;
}

/** Pages of errors have the same rules as our own. */
function forBrowser(response: Response): Response {
  if (response.headers.get("content-type")?.startsWith("text/html") !== true) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(pageHeaders())) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
