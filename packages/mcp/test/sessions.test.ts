import { FakeClock } from "@cadastre/testing";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { McpOptions, mcpPlugin } from "../src/index.ts";
import { Keys } from "./support/keys-plugin.ts";
import { type McpLab, startMcp, type Structured, textOf } from "./support/mcp-lab.ts";
import { messageOf, RawCaller } from "./support/raw-session.ts";
import { STORAGES } from "../../../testing/storages.ts";

const IDLE_SECONDS = 600;
const MAX = 6;
const MAX_PER_USER = 4;

const NOT_FOUND = [404, "MCP_SESSION_NOT_FOUND"];
const codeOf = async (response: Response): Promise<unknown[]> => [response.status, ((await response.json()) as Structured).code];

describe.for(STORAGES)("%s", (storage) => {
  const clock = new FakeClock();
  const keys = new Keys();
  let lab: McpLab;
  beforeAll(async () => {
    lab = await startMcp(
      storage,
      { sessions: { max: MAX, maxPerUser: MAX_PER_USER, idleSeconds: IDLE_SECONDS } },
      { plugins: [keys.plugin], clock },
    );
  });
  afterAll(async () => await lab.close());

  const caller = (key: string): RawCaller => new RawCaller(lab.url, key);
  const toolsOf = async (key: string, session: string): Promise<string[]> =>
    (await messageOf(await caller(key).ask(session, "tools/list"))).result.tools.map(({ name }: { name: string }) => name);
  const callIn = async (key: string, session: string, name: string, args: object = {}): Promise<Structured> =>
    textOf((await messageOf(await caller(key).ask(session, "tools/call", { name, arguments: args }))).result);

  test("the official client gets a session, works in it and ends it", async () => {
    const transport = new StreamableHTTPClientTransport(new URL(lab.url), {
      requestInit: { headers: { authorization: "Bearer cid.main" } },
    });
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(transport);
    const session = transport.sessionId as string;
    expect(session).toMatch(/^[\da-f-]{36}$/);
    const { structuredContent } = await client.callTool({ name: "device_create", arguments: { name: "made-in-a-session" } });
    expect((structuredContent as Structured).record).toMatchObject({ name: "made-in-a-session" });
    const audit = await lab.call("admin", "audit_list", { resource: "device" });
    expect(audit.items[0]).toMatchObject({ action: "create", source: "mcp", username: "cid" });
    await transport.terminateSession();
    expect(await codeOf(await caller("cid.main").ask(session, "tools/list"))).toEqual(NOT_FOUND);
    await client.close();
  });

  test("a session is its maker's alone: for another user, and for another key of the same, it is not there", async () => {
    const session = await caller("ann.laptop").begin();
    for (const key of ["bob.laptop", "ann.phone", "admin"]) {
      expect(await codeOf(await caller(key).ask(session, "tools/list"))).toEqual(NOT_FOUND);
      expect(await codeOf(await caller(key).send({ jsonrpc: "2.0", id: 0, result: {} }, session))).toEqual(NOT_FOUND);
      expect(await codeOf(await caller(key).listen(session))).toEqual(NOT_FOUND);
      expect(await codeOf(await caller(key).end(session))).toEqual(NOT_FOUND);
    }
    expect(await toolsOf("ann.laptop", session)).toContain("device_create");
    expect((await caller("ann.laptop").end(session)).status).toBe(200);
    for (const response of [
      await caller("ann.laptop").end(session),
      await caller("ann.laptop").listen(session),
      await caller("ann.laptop").ask(session, "ping"),
    ])
      expect(await codeOf(response)).toEqual(NOT_FOUND);
  });

  test("an unknown id is 404, also with initialize, and never begins one", async () => {
    for (const id of ["nonsense", "00000000-0000-4000-8000-000000000000", "__proto__"]) {
      expect(await codeOf(await caller("ann.laptop").ask(id, "tools/list"))).toEqual(NOT_FOUND);
      expect(
        await codeOf(
          await caller("ann.laptop").ask(id, "initialize", {
            protocolVersion: "2025-11-25",
            capabilities: {},
            clientInfo: { name: "x", version: "1" },
          }),
        ),
      ).toEqual(NOT_FOUND);
    }
  });

  test("the credential is checked for each request: what it may do is what it may do now, and none is 401", async () => {
    const session = await caller("dan.key").begin();
    const device = (await callIn("dan.key", session, "device_create", { name: "dans" })).record;
    keys.allow("dan.key", ["device:list", "device:read"]);
    expect(await toolsOf("dan.key", session)).not.toContain("device_delete");
    expect(await callIn("dan.key", session, "device_delete", { id: device.id })).toMatchObject({ code: "FORBIDDEN" });
    keys.allow("dan.key", "all");
    expect(await callIn("dan.key", session, "device_delete", { id: device.id })).toEqual({ done: true });
    keys.revoke("dan.key");
    for (const response of [
      await caller("dan.key").ask(session, "tools/list"),
      await caller("dan.key").listen(session),
      await caller("dan.key").end(session),
    ])
      expect(response.status).toBe(401);
    await clock.advance(IDLE_SECONDS * 1_000);
  });

  test("what comes without a session is answered as ever", async () => {
    const response = await caller("ann.laptop").send({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    expect([response.status, response.headers.get("mcp-session-id")]).toEqual([200, null]);
    expect((await messageOf(response)).result.tools).not.toEqual([]);
    expect((await lab.call("viewer", "device_list", {})).items).toEqual(expect.any(Array));
    for (const method of ["GET", "DELETE"])
      expect((await fetch(lab.url, { method, headers: { authorization: "Bearer ann.laptop", accept: "text/event-stream" } })).status).toBe(
        405,
      );
    for (const body of ["", "{", "[]", '{"jsonrpc":"2.0","id":1,"method":"initialize"}']) {
      const refused = await caller("ann.laptop").send(body);
      expect([body, refused.headers.get("mcp-session-id"), (await messageOf(refused)).error.code]).toEqual([
        body,
        null,
        expect.any(Number),
      ]);
    }
  });

  test("a forged Host or Origin begins nothing, and reaches no session", async () => {
    const session = await caller("ann.laptop").begin();
    const forged = { origin: "https://evil.example" };
    expect((await caller("ann.laptop").send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, session, forged)).status).toBe(403);
    await caller("ann.laptop").end(session);
  });

  test("garbage in a session is told, and leaves it whole", async () => {
    const ann = caller("ann.laptop");
    const session = await ann.begin();
    for (const body of ["", "{", "5", "[]", '{"jsonrpc":"1.0"}', '{"jsonrpc":"2.0","id":{},"result":5}'])
      expect([body, (await ann.send(body, session)).status]).toEqual([body, 400]);
    expect((await ann.send("x".repeat(1_100_000), session)).status).toBe(413);
    expect((await ann.send({ jsonrpc: "2.0", id: 1, method: "ping" }, session, { "content-type": "text/plain" })).status).toBe(415);
    expect((await ann.send({ jsonrpc: "2.0", id: 1, method: "ping" }, session, { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
    expect(
      (
        await ann.send(
          {
            jsonrpc: "2.0",
            id: 1,
            method: "initialize",
            params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
          },
          session,
        )
      ).status,
    ).toBe(400);
    expect(await toolsOf("ann.laptop", session)).toContain("device_list");
    await ann.end(session);
  });

  test("too many of one user are refused, with others let in; too many in all are refused; an end makes room", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, async () => await caller("eve.one").initialize()));
    const sessions = answers.flatMap((answer) => answer.headers.get("mcp-session-id") ?? []);
    expect(sessions).toHaveLength(MAX_PER_USER);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(await codeOf(refused[0] as Response)).toEqual([429, "MCP_TOO_MANY_SESSIONS"]);
    // Another key of hers is no other user.
    expect(await codeOf(await caller("eve.two").initialize())).toEqual([429, "MCP_TOO_MANY_SESSIONS"]);
    await caller("ann.laptop").begin();
    await caller("bob.laptop").begin();
    const full = await caller("fay.laptop").initialize();
    expect(await codeOf(full)).toEqual([503, "MCP_SESSIONS_FULL"]);
    expect((await caller("eve.one").end(sessions[0] as string)).status).toBe(200);
    await caller("fay.laptop").begin();
    await clock.advance(IDLE_SECONDS * 1_000);
  });

  test("an initialize that is refused takes no room", async () => {
    for (let more = 0; more <= MAX; more += 1) {
      const refused = await caller("gus.key").send(
        {
          jsonrpc: "2.0",
          id: 0,
          method: "initialize",
          params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
        },
        undefined,
        { accept: "application/json" },
      );
      expect(refused.status).toBe(406);
    }
    await caller("gus.key").end(await caller("gus.key").begin());
  });

  test("an idle session ends, and its stream with it; one that is used lives on", async () => {
    const [idle, used] = [await caller("hal.key").begin(), await caller("hal.key").begin()];
    const stream = await caller("hal.key").listen(idle);
    expect(stream.status).toBe(200);
    await clock.advance(IDLE_SECONDS * 1_000 - 1);
    expect(await toolsOf("hal.key", used)).toContain("device_list");
    await clock.advance(1);
    expect(await codeOf(await caller("hal.key").ask(idle, "ping"))).toEqual(NOT_FOUND);
    await clock.advance(30_000);
    expect(await stream.text()).toBe(": open\n\n");
    expect(await toolsOf("hal.key", used)).toContain("device_list");
    await caller("hal.key").end(used);
  });
});

test("a stop of the host ends all", async () => {
  const lab = await startMcp("sqlite", { sessions: {} });
  const caller = new RawCaller(lab.url, "admin");
  const stream = await caller.listen(await caller.begin());
  await lab.close();
  expect(await stream.text()).toBe(": open\n\n");
});

test("limits that make no sense are told", () => {
  for (const wrong of [
    { max: 0 },
    { maxPerUser: -1 },
    { idleSeconds: 0 },
    { idleSeconds: 1e9 },
    { max: "5" },
  ] as unknown as McpOptions["sessions"][]) {
    expect(() => mcpPlugin({ sessions: wrong })).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
  }
  expect(McpOptions.parse({}).sessions).toBeUndefined();
});
