import { applicationUsers, type ApplicationUser, coreErrors, type Credentials, definePlugin, type Plugin } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, test } from "vitest";
import { embed, type Embedded } from "./embedded.ts";

const ANN: ApplicationUser = {
  id: "app|7",
  username: "ann",
  email: "ann@example.com",
  fullName: "Ann B.",
  role: "operator",
  credential: "token",
};

const users = new Map<string, ApplicationUser>([
  ["ann", ANN],
  ["viv", { id: "8", username: "viv", role: "viewer", credential: "token" }],
  ["one", { id: "9", username: "one", permissions: ["device:list"], credential: "token" }],
  ["root", { id: "1", username: "root", role: "admin", credential: "token" }],
]);

/** Knows `Authorization: App NAME` and the cookie `app=NAME`. */
const byName = ({ headers, cookies }: Credentials): ApplicationUser | null => {
  const name = headers.get("authorization")?.replace(/^App /, "");
  const user = users.get(name ?? cookies.get("app") ?? "");
  return user === undefined ? null : name === undefined ? { ...user, credential: "session" } : user;
};

const start = async (authenticate = byName as Parameters<typeof applicationUsers>[0], options: object = {}): Promise<Embedded> =>
  await embed((handler, req, res) => handler.node(req, res), { plugins: [applicationUsers(authenticate)], ...options });

const as = (name: string): { headers: Record<string, string> } => ({ headers: { authorization: `App ${name}` } });

const json = async (response: Response): Promise<unknown[]> => [response.status, await response.json()];

test("a user of the application is told who they are, and what the server offers", async () => {
  const page: Plugin = definePlugin({
    id: "racks",
    engine: "*",
    features: ["racks"],
    navItems: [
      { label: "Racks", path: "/racks" },
      { label: "Audit", path: "/audit", access: "audit:list" },
    ],
  });
  await using app = await embed((handler, req, res) => handler.node(req, res), { plugins: [applicationUsers(byName), page] });
  const [status, me] = await json(await fetch(`${app.origin}/api/auth/me`, as("ann")));
  expect([status, me]).toMatchObject([
    200,
    {
      id: "app|7",
      username: "ann",
      email: "ann@example.com",
      full_name: "Ann B.",
      is_active: true,
      is_admin: false,
      roles: [],
      created_at: null,
      last_login_at: null,
    },
  ]);
  const namesOf = (user: unknown): string[] => (user as { permissions: { name: string }[] }).permissions.map(({ name }) => name);
  expect(namesOf(me)).toContain("device:create");
  expect(namesOf(me)).not.toContain("audit:list");
  const config = (await json(await fetch(`${app.origin}/api/config`, as("ann"))))[1] as { user: unknown };
  expect(config).toMatchObject({ features: ["racks"], user: me });
  expect((config as unknown as { nav_items: { label: string }[] }).nav_items.map(({ label }) => label)).toEqual([
    "VLAN groups",
    "VLANs",
    "Racks",
  ]);
  const [, root] = await json(await fetch(`${app.origin}/api/auth/me`, as("root")));
  expect([root, namesOf(root).includes("audit:list")]).toMatchObject([{ is_admin: true }, true]);
  for (const path of ["/api/auth/me", "/api/config"]) expect((await fetch(app.origin + path)).status).toBe(401);
});

test("what they may do follows from the role and the permissions that the application gives", async () => {
  await using app = await start();
  const post = async (name: string): Promise<number> => {
    const headers = { ...as(name).headers, "content-type": "application/json" };
    return (await fetch(`${app.origin}/api/devices`, { method: "POST", headers, body: JSON.stringify({ name }) })).status;
  };
  expect([await post("ann"), await post("root"), await post("viv"), await post("one"), await post("nobody")]).toEqual([
    201, 201, 403, 403, 401,
  ]);
  const status = async (name: string, path: string): Promise<number> => (await fetch(app.origin + path, as(name))).status;
  expect([await status("viv", "/api/networks"), await status("one", "/api/devices"), await status("one", "/api/networks")]).toEqual([
    200, 200, 403,
  ]);
  const audit = (await json(await fetch(`${app.origin}/api/audit`, as("root"))))[1] as { user_id: string; username: string }[];
  expect(audit.map(({ user_id, username }) => [user_id, username])).toContainEqual(["app|7", "ann"]);
});

test("a change with a session of the application needs the header and the origin; one with a token does not", async () => {
  await using app = await start();
  const post = async (headers: Record<string, string>): Promise<unknown> => {
    const body = JSON.stringify({ name: "web" });
    const response = await fetch(`${app.origin}/api/devices`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };
  const header = { "x-requested-with": "XMLHttpRequest" };
  expect(await post({ cookie: "app=ann" })).toEqual([403, "CSRF_FAILED"]);
  expect(await post({ cookie: "app=ann", ...header, "sec-fetch-site": "cross-site" })).toEqual([403, "CSRF_FAILED"]);
  expect(await post({ cookie: "app=ann", ...header })).toEqual([201, undefined]);
  expect(await post({ ...as("ann").headers, "sec-fetch-site": "cross-site" })).toEqual([201, undefined]);
});

test("limits count a user's requests together, and apart where the credential says so", async () => {
  const apart = { kind: "script", name: "a script's token", ambient: false, delegated: false, countedApart: true };
  await using app = await start(
    ({ headers }) => ({ ...ANN, credential: headers.get("authorization") === "App script" ? apart : "token" }),
    { rateLimit: { requests: 2, keyRequests: 3 } },
  );
  const left = async (name: string): Promise<string | null> =>
    (await fetch(`${app.origin}/api/devices`, as(name))).headers.get("x-ratelimit-remaining");
  expect([await left("ann"), await left("script"), await left("other"), await left("script")]).toEqual(["1", "2", "0", "1"]);
});

test("an error of a library in it is 401 and a line of the log; one of ours is what it says", async () => {
  const errors = new Map<string, () => Error>([
    ["expired", () => new Error("jwt expired")],
    ["busy", () => coreErrors.UNAVAILABLE({ reason: "the sessions are out of reach" })],
    ["ended", () => coreErrors.UNAUTHORIZED({ reason: "your session has ended" })],
  ]);
  await using app = await start(({ headers }) => {
    throw errors.get(headers.get("authorization")?.replace("App ", "") ?? "")?.() ?? new TypeError("no header");
  });
  const ask = async (name: string): Promise<unknown[]> => await json(await fetch(`${app.origin}/api/devices`, as(name)));
  expect(await ask("expired")).toEqual([401, { code: "UNAUTHORIZED", error: "these credentials are not valid" }]);
  expect(await ask("busy")).toMatchObject([503, { code: "UNAVAILABLE" }]);
  expect(await ask("ended")).toMatchObject([401, { code: "UNAUTHORIZED", error: expect.stringContaining("your session has ended") }]);
  const told = app.log.filter(({ message }) => message === "credentials were refused");
  expect(told.map(({ fields }) => [fields?.["authenticator"], String(fields?.["error"])])).toEqual([
    ["application", expect.stringContaining("jwt expired")],
  ]);
});

test("it sees the request with what middleware put on it, for node:http and for fetch", async () => {
  const seen: unknown[] = [];
  await using app = await embed((handler, req, res) => handler.node(Object.assign(req, { session: { user: "ann" } }), res), {
    plugins: [
      applicationUsers(({ request, remoteAddress }) => {
        seen.push((request as { session?: unknown }).session ?? request, remoteAddress);
        return ANN;
      }),
    ],
  });
  expect((await fetch(`${app.origin}/api/devices`)).status).toBe(200);
  const request = new Request("http://x/api/devices");
  expect((await app.handler.fetch(request, { remoteAddress: "192.0.2.7" })).status).toBe(200);
  expect((await app.handler.fetch(Object.assign(new Request("http://x/api/devices"), { ip: "192.0.2.8" }))).status).toBe(200);
  expect(seen).toEqual([{ user: "ann" }, "127.0.0.1", request, "192.0.2.7", expect.any(Request), "192.0.2.8"]);
});

test("an event stream ends when the application knows its caller no more", async () => {
  let known = true;
  const clock = new FakeClock();
  await using app = await start(() => (known ? ANN : null), { clock });
  const stream = await fetch(`${app.origin}/api/events/stream`);
  expect(stream.headers.get("content-type")).toBe("text/event-stream");
  known = false;
  await clock.advance(2_000);
  await expect(stream.text()).resolves.toEqual(expect.any(String));
});
