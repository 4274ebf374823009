import { authPlugin } from "@cadastre/auth";
import { oauthPlugin } from "@cadastre/auth/oauth";
import { discoveryAgentPlugin } from "@cadastre/discovery-agent";
import { createInventory, type Inventory, KeyRing } from "@cadastre/inventory-core";
import { webhooksPlugin } from "@cadastre/webhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { httpPlugin } from "../../src/index.ts";
import { type Api, type Headings, PASSWORD, startApi, UNKNOWN_ID } from "../auth/auth-api.ts";
import { type CheckedFetch, checkedFetchOf } from "../support/schema-check.ts";

const HOUR_MS = 3_600_000;

/** Tables of every part that writes by itself, or because of a request that reads. */
const TABLES = ["auth_session", "auth_api_key", "auth_login_failure", "audit", "event", "setting", "http_exact_limit", "http_rate_window"];

describe.each(DATABASES)("a read-only server on %s", (name, openDatabase) => {
  const log: string[] = [];
  let database: TestDatabase;
  let writer: Api;
  let reader: Inventory;
  let url: string;
  let session: Headings;
  let viewer: Headings;
  let checked: CheckedFetch;

  const send = async (method: string, path: string, headers: Headings, body?: unknown): Promise<Response> =>
    await checked(url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const codeOf = async (answer: Response): Promise<string> => `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  const rows = async (): Promise<readonly unknown[]> =>
    await Promise.all(TABLES.map(async (table) => [table, await writer.rows(`select * from ${table} order by 1, 2`)]));

  beforeAll(async () => {
    database = await openDatabase();
    const keyRing = KeyRing.parse(KeyRing.generate());
    writer = await startApi(name, 4, {}, { storage: database.storage(), keyRing });
    session = await writer.signIn("root");
    viewer = (await writer.user("eve", "viewer")).bearer;
    // The writer seals its audit rows.
    await writer.clock.advance(HOUR_MS / 60);
    const http = httpPlugin({ port: 0, rateLimit: { requests: 1000 } });
    const note = (message: string): void => void log.push(message);
    reader = await createInventory({
      storage: database.storage(),
      readOnly: true,
      keyRing,
      clock: writer.clock,
      logger: { debug() {}, info() {}, warn: note, error: note },
      plugins: [
        authPlugin({ bcryptCost: 4 }),
        oauthPlugin({ enabled: true, issuerUrl: "https://inventory.example.com" }),
        webhooksPlugin(),
        discoveryAgentPlugin(),
        http,
      ],
    });
    ({ url } = http.server);
    checked = checkedFetchOf(reader.host, { limits: true });
  });
  beforeEach(() => void (log.length = 0));
  afterAll(async () => {
    await reader.close();
    await writer.stop();
    await database[Symbol.asyncDispose]();
  });

  it("answers every change with 503 READ_ONLY", async () => {
    const changes = reader.host.operations.filter(({ http, access }) => http.method !== "GET" && !access.startsWith("agent-work"));
    const answers = new Map<string, string>();
    for (const { id, http } of changes) {
      const path = http.path.replaceAll(/\{\w+\}/g, UNKNOWN_ID);
      answers.set(id, await codeOf(await fetch(url + path, { method: http.method, headers: session })));
    }
    expect([...answers].filter(([, answer]) => answer !== "503 READ_ONLY")).toEqual([]);
    expect(answers.size).toBeGreaterThan(70);
  });

  it("refuses a sign-in, whether the password is right or not", async () => {
    for (const password of [PASSWORD, "wrong horse battery"])
      expect(await codeOf(await send("POST", "/api/auth/login", {}, { username: "root", password }))).toBe("503 READ_ONLY");
  });

  it("lets keys and sessions in without extending them, and writes no use of them", async () => {
    const before = await rows();
    for (const headers of [session, viewer, writer.root.bearer]) {
      await writer.clock.advance(HOUR_MS / 4);
      const answer = await send("GET", "/api/auth/me", headers);
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([200, null]);
    }
    await writer.clock.advance(HOUR_MS / 60);
    expect(await rows()).toEqual(before);
  });

  it("still refuses a caller without the permission, and leaves no audit row", async () => {
    const before = await rows();
    expect(await codeOf(await send("POST", "/api/devices", viewer, { name: "web-1" }))).toBe("403 FORBIDDEN");
    expect(await codeOf(await send("GET", "/api/devices", { authorization: "Bearer cad_unknown" }))).toBe("401 UNAUTHORIZED");
    expect(await rows()).toEqual(before);
  });

  it("reads what another server writes", async () => {
    const { body } = await writer.admin("POST /api/devices", { name: "web-2" });
    const answer = await send("GET", `/api/devices/${body.id}`, viewer);
    expect([answer.status, await answer.json()]).toEqual([200, body]);
  });

  it("is ready, and says that it is read-only", async () => {
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ status: "ready", read_only: true });
    expect(await (await fetch(`${writer.url}/readyz`)).json()).not.toHaveProperty("read_only");
  });

  it("logs nothing that fails", () => {
    expect(log).toEqual([]);
  });
});
