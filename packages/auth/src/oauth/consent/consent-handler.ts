import { ANONYMOUS, type CallContext, isInventoryError, type Principal } from "@cadastre/inventory-core";
import { draftOf } from "@cadastre/inventory-core/protocol";
import { Login } from "../../sessions/session.ts";
import type { SessionAuthenticator } from "../../sessions/session-authenticator.ts";
import type { SessionService } from "../../sessions/session-service.ts";
import type { OAuthScopes } from "../scopes.ts";
import { PATHS } from "../server/oauth-paths.ts";
import type { Flow, OAuthServer } from "../server/oauth-server.ts";
import { type AskingClient, consentPage, expiredPage, type PageForm, signInPage } from "./consent-page.ts";
import type { ConsentService, FlowClient } from "./consent-service.ts";
import { formTokenOf, isFormToken, isOwnForm } from "./form-token.ts";
import { pageHeaders } from "./page.ts";

/** Largest form that is read: names, a password and two tokens. */
const MAX_FORM = 8192;

/** What the pages work with. */
export interface ConsentHandlerParts {
  readonly server: OAuthServer;
  readonly consent: ConsentService;
  readonly scopes: OAuthScopes;
  readonly sessions: SessionService;
  /** Knows the session cookie. */
  readonly session: SessionAuthenticator;
}

type SignedIn = Principal & { readonly userId: string };

/** A request to a page, as far as it is known. */
interface Asked {
  readonly flow: Flow;
  readonly client: FlowClient;
  readonly redirect: string;
  readonly user: SignedIn | undefined;
}

/** The pages that ask the user: signing in, allowing and denying. */
export class ConsentHandler {
  readonly #parts: ConsentHandlerParts;

  constructor(parts: ConsentHandlerParts) {
    this.#parts = parts;
  }

  /** `GET /mcp-oauth/consent` */
  async show(request: Request, call: CallContext): Promise<Response> {
    const asked = await this.#asked(request, call);
    return asked === undefined ? expired() : this.#page(asked);
  }

  /** `POST /mcp-oauth/sign-in`, after the limit of sign-ins. */
  async signIn(request: Request, call: CallContext): Promise<Response> {
    const [asked, form] = [await this.#asked(request, call), await formOf(request)];
    if (asked === undefined || form === undefined) return expired();
    if (!this.#isOwn(request, form, asked.flow, "")) return this.#page(asked);
    try {
      await this.#parts.sessions.login(
        draftOf(Login, { username: form.get("username") ?? "", password: form.get("password") ?? "" }),
        call,
      );
    } catch (error) {
      if (!isInventoryError(error) || (error.code !== "INVALID_CREDENTIALS" && error.kind !== "rate-limited")) throw error;
      const status = error.code === "INVALID_CREDENTIALS" ? 401 : 429;
      return this.#signInPage(asked, error.message, status, error.retryAfterSeconds);
    }
    return seeOther(this.#parts.server.linkTo(PATHS.consent));
  }

  /** `POST /mcp-oauth/authorize`: the user's answer. */
  async answer(request: Request, call: CallContext): Promise<Response> {
    const before = await this.#asked(request, call);
    const form = await formOf(request);
    if (before === undefined || form === undefined) return expired();
    // The session is looked at again after its user's epoch was read, see ConsentService.allow.
    const epoch = before.user === undefined ? undefined : await this.#parts.consent.epoch(before.user.userId);
    const user = await this.userOf(call);
    const { flow, client } = before;
    if (user?.userId !== before.user?.userId || !this.#isOwn(request, form, flow, sessionOf(user))) return this.#page({ ...before, user });
    if (form.get("answer") === "deny") return seeOther(await this.#parts.consent.deny(flow, client, user ?? ANONYMOUS, call));
    const scope = user === undefined ? new Set<string>() : this.#parts.scopes.within(scopeOf(flow), user.permissions);
    if (form.get("answer") !== "allow" || user === undefined || epoch === undefined || scope.size === 0)
      return this.#page({ ...before, user });
    return seeOther(await this.#parts.consent.allow(flow, client, user, epoch, scope, call));
  }

  async #asked(request: Request, call: CallContext): Promise<Asked | undefined> {
    const { server } = this.#parts;
    const flow = await server.flowOf(request, call);
    const clientId = flow?.params["client_id"];
    const redirect = flow?.params["redirect_uri"];
    if (flow === undefined || typeof clientId !== "string" || typeof redirect !== "string") return undefined;
    const found = await server.client(clientId, call);
    if (found === undefined) return undefined;
    const client = {
      clientId,
      name: found.clientName ?? "",
      isDocument: clientId.startsWith("https:"),
      redirectUris: found.redirectUris ?? [],
    };
    return { flow, client, redirect, user: await this.userOf(call) };
  }

  /** The user of the session that the browser has, if it is good by what the database says now: a grant outlives it. */
  async userOf(call: CallContext): Promise<SignedIn | undefined> {
    try {
      const principal = await this.#parts.session.look({
        headers: { get: () => null },
        cookies: call.cookies ?? new Map(),
        remoteAddress: call.remoteAddress ?? null,
        answerHeaders: call.answerHeaders,
        basePath: call.basePath,
      });
      return principal === null || principal.userId === null ? undefined : { ...principal, userId: principal.userId };
    } catch (error) {
      if (isInventoryError(error) && error.kind === "unauthenticated") return undefined;
      throw error;
    }
  }

  /** Checked with the session of who sends it: what was shown to one user is not answered by another. */
  #isOwn(request: Request, form: URLSearchParams, flow: Flow, session: string): boolean {
    const { server } = this.#parts;
    return (
      isOwnForm(request, server.issuer) &&
      form.get("flow") === flow.uid &&
      isFormToken(form.get("token") ?? "", server.formKey, flow.uid, session)
    );
  }

  #page(asked: Asked): Response {
    const { user, flow, redirect } = asked;
    if (user === undefined) return this.#signInPage(asked, undefined, 200);
    const { scopes } = this.#parts;
    const mine = scopes.within(scopeOf(flow), user.permissions);
    const others = [...scopes.within(scopeOf(flow), "all")].filter((name) => !mine.has(name));
    const text = consentPage(
      shownClient(asked),
      user.username,
      scopes.inWords(mine),
      scopes.inWords(new Set(others)),
      this.#form(flow, sessionOf(user), PATHS.authorize),
    );
    return new Response(text, { headers: pageHeaders(redirect) });
  }

  #signInPage(asked: Asked, problem: string | undefined, status: number, retryAfterSeconds?: number): Response {
    const { flow, redirect } = asked;
    const text = signInPage(
      shownClient(asked),
      this.#form(flow, "", PATHS.signIn),
      this.#form(flow, sessionOf(asked.user), PATHS.authorize),
      problem,
    );
    return new Response(text, {
      status,
      headers: { ...pageHeaders(redirect), ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }) },
    });
  }

  #form(flow: Flow, session: string, action: string): PageForm {
    const { server } = this.#parts;
    return { flow: flow.uid, token: formTokenOf(server.formKey, flow.uid, session), action: server.linkTo(action) };
  }
}

const sessionOf = (user: SignedIn | undefined): string => user?.credentialId ?? "";

const scopeOf = (flow: Flow): string => (typeof flow.params["scope"] === "string" ? flow.params["scope"] : "");

const shownClient = ({ client, redirect }: Asked): AskingClient => ({
  name: client.name,
  document: client.isDocument ? client.clientId : undefined,
  redirect,
});

const expired = (): Response => new Response(expiredPage(), { status: 400, headers: pageHeaders() });

/** A GET comes next, also after a POST. */
const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });

/** Undefined when it is none, or too large to be one of ours. */
async function formOf(request: Request): Promise<URLSearchParams | undefined> {
  if (request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() !== "application/x-www-form-urlencoded") return undefined;
  const text = await request.text();
  return text.length > MAX_FORM ? undefined : new URLSearchParams(text);
}
