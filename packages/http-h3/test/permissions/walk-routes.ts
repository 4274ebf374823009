import { hash, randomBytes, randomUUID } from "node:crypto";
import type { AnyOperation } from "@cadastre/inventory-core";
import { AJAX, type Api, type Headings, PASSWORD, type Reply, UNKNOWN_ID } from "../auth/auth-api.ts";
import { type ExpectedAccess, expectedAccess, HELD } from "./expected-access.ts";

/** What an answer means for the question who may call; `in` is whatever the operation itself says. */
type Verdict = "in" | "403 FORBIDDEN" | "403 CSRF_FAILED" | "401 UNAUTHORIZED" | "401 EXPIRED_KEY";

interface Caller {
  readonly name: string;
  readonly headers: Headings;
  /** What the caller may expect of an endpoint that is not public. */
  readonly verdict: (access: ExpectedAccess, method: string) => Verdict;
  /** Their own id, for endpoints that are open to oneself. */
  readonly id?: string;
  /** Proves somebody else than the user: what is open to oneself is not open to a program that acts for one. */
  readonly isProgram?: true;
}

const refused = (verdict: Verdict) => (): Verdict => verdict;

const holding =
  (held: ReadonlySet<string> | "all") =>
  ({ open, permissions, instead = "" }: ExpectedAccess): Verdict => {
    const isAllowed = held === "all" || permissions.every((permission) => held.has(permission)) || held.has(instead);
    return open !== "agents" && (open === "authenticated" || isAllowed) ? "in" : "403 FORBIDDEN";
  };

/** Walks every route with every kind of credential, over the socket. */
export class RouteWalker {
  readonly #api: Api;
  readonly #callers: readonly Caller[];
  /** A user whose only role is given just the permissions that a question is about. */
  readonly #probe: { readonly headers: Headings; readonly roleId: string };

  private constructor(api: Api, callers: readonly Caller[], probe: { headers: Headings; roleId: string }) {
    this.#api = api;
    this.#callers = callers;
    this.#probe = probe;
  }

  static async start(api: Api): Promise<RouteWalker> {
    const roleId = await api.role("probe", []);
    const probe = await api.user("probe", "probe");
    return new RouteWalker(api, await callersOf(api), { headers: probe.bearer, roleId });
  }

  get callers(): readonly string[] {
    return this.#callers.map(({ name }) => name);
  }

  /**
   * @param max how many unexpected answers are enough to stop
   * @returns a line for each answer that is not as docs/spec/errors.md#order-of-checks says
   */
  async walk(operations: readonly AnyOperation[], max = Infinity): Promise<string[]> {
    const unexpected: string[] = [];
    // A session that signs out is of no more use.
    const ordered = [...operations].toSorted((a, b) => Number(a.id === "auth.logout") - Number(b.id === "auth.logout"));
    for (const operation of ordered) {
      const access = expectedAccess(`${operation.http.method} ${operation.http.path}`);
      const ask = async (who: string, headers: Headings, expected: Verdict, id?: string): Promise<void> => {
        // An answer that the published document does not allow is no right one either.
        const answer = await this.#send(operation, headers, id).then(verdictOf, (error: unknown) => String(error).split("\n")[0]);
        if (answer !== expected) unexpected.push(`${operation.id} as ${who}: expected ${expected}, got ${answer}`);
      };
      for (const { name, headers, verdict, id, isProgram } of this.#callers) {
        if (unexpected.length >= max) return unexpected;
        const expected = access.open === "public" ? "in" : verdict(access, operation.http.method);
        await ask(name, headers, expected);
        if (id !== undefined && operation.http.path.includes("{id}"))
          await ask(`${name}, of themselves`, headers, access.oneself && isProgram !== true ? "in" : expected, id);
      }
      if (access.open !== "by permission") continue;
      await this.#give(access.permissions);
      await ask("whoever holds just what it needs", this.#probe.headers, "in");
      for (const missing of access.permissions) {
        await this.#give(
          this.#api.inventory.host.permissions.map(({ name }) => name).filter((name) => name !== missing && name !== access.instead),
        );
        await ask(`whoever holds all but ${missing}`, this.#probe.headers, "403 FORBIDDEN");
      }
    }
    return unexpected;
  }

  /** Counts from the next request on. */
  async #give(permissions: readonly string[]): Promise<void> {
    const reply = await this.#api.admin(`PUT /api/roles/${this.#probe.roleId}`, { permissions });
    if (reply.status !== 200) throw new Error(`the probe was not given its permissions: ${JSON.stringify(reply.body)}`);
  }

  async #send({ http, body }: AnyOperation, headers: Headings, id = UNKNOWN_ID): Promise<Reply> {
    const path = http.path.replaceAll(/\{[^}]+\}/g, id);
    return await this.#api.call(`${http.method} ${path}`, body === undefined ? undefined : {}, headers);
  }
}

function verdictOf({ status, body }: Reply): string {
  // A public operation refuses by its own codes.
  if (status !== 401 && status !== 403 && status < 429) return "in";
  return `${status} ${body.code}`;
}

async function callersOf(api: Api): Promise<readonly Caller[]> {
  const viewer = await api.user("viewer", "viewer");
  const operator = await api.user("operator", "operator");
  const proposer = await api.user("proposer", "proposer");
  const nobody = await api.user("nobody");
  const second = await api.user("second-admin", "admin");
  const gone = await api.user("gone", "admin");
  const session = await api.signIn("viewer");
  const { cookie = "" } = await api.signIn("second-admin");
  const key = async (fields: object): Promise<{ id: string; bearer: Headings }> => {
    const { body } = await api.admin("POST /api/keys", { name: "walk", ...fields });
    return { id: body.id, bearer: { authorization: `Bearer ${body.key}` } };
  };
  const expired = await key({ expires_at: new Date(api.clock.now() + 1000).toISOString() });
  const ownerless = await key({});
  await api.write("update auth_api_key set user_id = null where id = ?", ownerless.id);
  await api.admin(`PUT /api/users/${gone.id}`, { is_active: false });
  await api.clock.advance(1000);
  const unauthorized = refused("401 UNAUTHORIZED");
  const narrow = await oauthToken(api, second.id, [...HELD.viewer]);
  const agent = await api.admin("POST /api/agents", { name: "north" });
  const everything = await oauthToken(
    api,
    second.id,
    api.inventory.host.permissions.map(({ name }) => name),
  );
  const wide = await oauthToken(api, viewer.id, [...HELD.operator]);
  const changed = `${(ownerless.bearer["authorization"] ?? "").slice(0, -1)}!`;
  return [
    { name: "nobody in particular", headers: {}, verdict: unauthorized },
    { name: "a malformed header", headers: { authorization: "Bearer" }, verdict: unauthorized },
    { name: "another scheme", headers: { authorization: `Basic ${btoa(`root:${PASSWORD}`)}` }, verdict: unauthorized },
    { name: "a changed key", headers: { authorization: changed }, verdict: unauthorized },
    { name: "an unknown key", headers: { authorization: `Bearer ${"cad_0".padEnd(53, "0")}` }, verdict: unauthorized },
    { name: "a forged cookie", headers: { cookie: `${cookie.slice(0, -4)}AAAA`, ...AJAX }, verdict: unauthorized },
    { name: "an expired key", headers: expired.bearer, verdict: refused("401 EXPIRED_KEY") },
    { name: "an ownerless key", headers: ownerless.bearer, verdict: unauthorized },
    { name: "a key of a deactivated owner", headers: gone.bearer, verdict: unauthorized },
    { name: "a bad key beside an administrator's session", headers: { authorization: changed, cookie, ...AJAX }, verdict: unauthorized },
    { name: "a user without a role", headers: nobody.bearer, verdict: holding(HELD.nobody), id: nobody.id },
    { name: "a viewer", headers: viewer.bearer, verdict: holding(HELD.viewer), id: viewer.id },
    {
      name: "a viewer's key beside an administrator's session",
      headers: { ...viewer.bearer, cookie },
      verdict: holding(HELD.viewer),
      id: viewer.id,
    },
    { name: "a proposer", headers: proposer.bearer, verdict: holding(HELD.proposer), id: proposer.id },
    { name: "an operator", headers: operator.bearer, verdict: holding(HELD.operator), id: operator.id },
    { name: "an administrator", headers: second.bearer, verdict: holding("all") },
    {
      name: "an administrator's session without the CSRF header",
      headers: { cookie },
      verdict: (access, method) => (method === "GET" ? holding("all")(access) : "403 CSRF_FAILED"),
    },
    { name: "an administrator's OAuth token of a viewer's scope", headers: narrow, verdict: holding(HELD.viewer) },
    {
      name: "an administrator's OAuth token of every scope",
      headers: everything,
      verdict: (access) => (access.delegable && access.open !== "agents" ? "in" : "403 FORBIDDEN"),
      id: second.id,
      isProgram: true,
    },
    { name: "a viewer's OAuth token of an operator's scope", headers: wide, verdict: holding(HELD.viewer), id: viewer.id, isProgram: true },
    { name: "an OAuth token of a deactivated user", headers: await oauthToken(api, gone.id, ["device:list"]), verdict: unauthorized },
    {
      name: "an agent",
      headers: { authorization: `Bearer ${agent.body.token}` },
      verdict: ({ open }) => (open === "agents" ? "in" : "403 FORBIDDEN"),
    },
    { name: "an unknown agent", headers: { authorization: `Bearer ${"cag_0".padEnd(53, "0")}` }, verdict: unauthorized },
    { name: "a viewer's session", headers: session, verdict: holding(HELD.viewer), id: viewer.id },
  ];
}

/** An access token as the OAuth server stores it. */
async function oauthToken(api: Api, userId: string, scope: readonly string[]): Promise<Headings> {
  const token = randomBytes(32).toString("base64url");
  const [client, grant] = [randomUUID(), randomUUID()];
  const now = new Date(api.clock.now()).toISOString();
  const end = new Date(api.clock.now() + 3_600_000).toISOString();
  await api.write(
    "insert into auth_oauth_client (id, client_id, source, name, redirect_uris, metadata, created_at) values (?, ?, 'registered', " +
      "'walk', '[]', '{}', ?)",
    client,
    client,
    now,
  );
  await api.write(
    "insert into auth_oauth_grant (id, user_id, client_id, scope, resource, created_at, expires_at) values (?, ?, ?, ?, '', ?, ?)",
    grant,
    userId,
    client,
    scope.join(" "),
    now,
    end,
  );
  const row = [hash("sha256", token, "hex"), grant, userId, scope.join(" "), end];
  await api.write(
    "insert into auth_oauth_token (id, kind, grant_id, user_id, scope, payload, expires_at) values (?, 'AccessToken', ?, ?, ?, '{}', ?)",
    ...row,
  );
  return { authorization: `Bearer ${token}` };
}
