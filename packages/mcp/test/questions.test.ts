import { httpPlugin } from "@cadastre/http-h3";
import { createInventory, definePlugin, type Inventory, provide, serviceToken } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { FakeClock } from "@cadastre/testing";
import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { McpEndpoint } from "../src/endpoint/mcp-endpoint.ts";
import { McpService, type ServerFactory } from "../src/endpoint/mcp-service.ts";
import { callOf } from "../src/endpoint/request-call.ts";
import { settingsOf } from "../src/mcp-options.ts";
import { registerAskingTools } from "./conformance/fixtures/asking-tools.ts";
import { Keys } from "./support/keys-plugin.ts";
import type { Structured } from "./support/mcp-lab.ts";
import { messageOf, messagesOf, RawCaller } from "./support/raw-session.ts";

const ENDPOINT = serviceToken<McpEndpoint>("test-endpoint");
const IDLE_SECONDS = 60;
const ABLE = { elicitation: {}, sampling: {} };
const ACCEPTED = { action: "accept", content: { username: "ann", email: "ann@example.com" } };

let clock: FakeClock;
let keys: Keys;
let inventory: Inventory;
let url: string;
/** What went on in the tool that waits. */
let noted: string[];

beforeEach(async () => {
  clock = new FakeClock();
  keys = new Keys();
  noted = [];
  const http = httpPlugin({ port: 0, rateLimit: { enabled: false } });
  const settings = settingsOf({ sessions: { idleSeconds: IDLE_SECONDS } });
  const asking = definePlugin({
    id: "test-asking",
    engine: "*",
    services: [provide(ENDPOINT, [], () => new McpEndpoint(settings))],
    rawHandlers: [ENDPOINT],
    start: (host) => {
      const factory: ServerFactory = () => {
        const mcp = new McpServer({ name: "asking", version: "1.0.0" }, { capabilities: { tools: {} } });
        registerAskingTools(mcp);
        mcp.registerTool("ask_directly", { description: "Asks by a request of its own" }, async (context) => {
          try {
            const params = { message: "Well?", requestedSchema: { type: "object", properties: {} } };
            const answer = await context.mcpReq.send({ method: "elicitation/create", params });
            return { content: [{ type: "text", text: `${callOf(context).principal.username}: ${answer.action}` }] };
          } catch (error) {
            noted.push((error as Error).message);
            throw error;
          }
        });
        return mcp;
      };
      host.get(ENDPOINT).open(async () => new McpService({ factory, host, settings }));
    },
    stop: async (host) => await host.get(ENDPOINT).close(),
  });
  inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [keys.plugin, asking, http], clock });
  url = `${http.server.url}/mcp`;
});
afterEach(async () => await inventory.close());

/** A call that has asked its client: the question, and what comes after it. */
interface Asked {
  readonly caller: RawCaller;
  readonly session: string;
  readonly question: Structured;
  readonly rest: AsyncGenerator<Structured>;
  answer(message: object): Promise<Response>;
}

async function askedBy(key: string, tool = "test_elicitation", args: object = { message: "Who are you?" }): Promise<Asked> {
  const caller = new RawCaller(url, key);
  const session = await caller.begin(ABLE);
  const rest = messagesOf(await caller.ask(session, "tools/call", { name: tool, arguments: args }));
  const question = (await rest.next()).value;
  return {
    caller,
    session,
    question,
    rest,
    answer: async (message) => await caller.send({ jsonrpc: "2.0", id: question.id, ...message }, session),
  };
}

const resultOf = async (asked: Asked): Promise<Structured> => (await asked.rest.next()).value.result;

test("a tool asks the client in the midst of its call, and goes on with the answer", async () => {
  const asked = await askedBy("ann.key");
  expect(asked.question).toMatchObject({
    method: "elicitation/create",
    params: { message: "Who are you?", requestedSchema: { required: ["username", "email"] } },
  });
  expect((await asked.answer({ result: ACCEPTED })).status).toBe(202);
  expect((await resultOf(asked)).content).toEqual([{ type: "text", text: `User response: ${JSON.stringify(ACCEPTED)}` }]);
  expect(await asked.rest.next()).toMatchObject({ done: true });
  const sampling = await askedBy("ann.key", "test_sampling", { prompt: "Capital of Norway?" });
  expect(sampling.question).toMatchObject({
    method: "sampling/createMessage",
    params: { messages: [{ content: { text: "Capital of Norway?" } }] },
  });
  await sampling.answer({ result: { role: "assistant", content: { type: "text", text: "Oslo" }, model: "m" } });
  expect((await resultOf(sampling)).content).toEqual([{ type: "text", text: "LLM response: Oslo" }]);
  const direct = await askedBy("bob.key", "ask_directly", {});
  await direct.answer({ result: { action: "decline" } });
  expect((await resultOf(direct)).content).toEqual([{ type: "text", text: "bob: decline" }]);
});

test("an answer goes to its own session, though another waits for one with the same id", async () => {
  const [ann, bob, again] = [
    await askedBy("ann.key", "ask_directly", {}),
    await askedBy("bob.key", "ask_directly", {}),
    await askedBy("ann.key", "ask_directly", {}),
  ];
  expect([bob.question.id, again.question.id]).toEqual([ann.question.id, ann.question.id]);
  const stolen = await bob.caller.send({ jsonrpc: "2.0", id: ann.question.id, result: { action: "accept", content: {} } }, ann.session);
  expect([stolen.status, ((await stolen.json()) as Structured).code]).toEqual([404, "MCP_SESSION_NOT_FOUND"]);
  // One that comes outside of any session is nobody's.
  await new RawCaller(url, "ann.key").send({ jsonrpc: "2.0", id: ann.question.id, result: { action: "accept", content: {} } });
  await bob.answer({ result: { action: "decline" } });
  await again.answer({ result: { action: "accept", content: {} } });
  await ann.answer({ result: { action: "cancel" } });
  expect([await resultOf(ann), await resultOf(bob), await resultOf(again)].map(({ content }) => content[0].text)).toEqual([
    "ann: cancel",
    "bob: decline",
    "ann: accept",
  ]);
});

test.for([
  ["no result of the kind", { result: { nonsense: true } }],
  ["an unknown action", { result: { action: "perhaps" } }],
  ["what the form does not allow", { result: { action: "accept", content: { username: { deep: [] } } } }],
  ["an error", { error: { code: -32_000, message: "the window was closed" } }],
] as const)("garbage as an answer, %s, fails the call and nothing else", async ([, answer]) => {
  const asked = await askedBy("ann.key");
  expect((await asked.answer(answer)).status).toBe(202);
  expect(await resultOf(asked)).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("tools/call") }] });
  expect((await messageOf(await asked.caller.ask(asked.session, "ping"))).result).toEqual({});
});

test("what is no answer at all is 400 or passed over, and the call waits on", async () => {
  const asked = await askedBy("ann.key", "ask_directly", {});
  expect((await asked.answer({ result: "text" })).status).toBe(400);
  expect((await asked.answer({ error: "text" })).status).toBe(400);
  expect((await asked.answer({})).status).toBe(400);
  for (const id of [77, "nonsense", -1]) expect((await asked.answer({ id, result: { action: "accept", content: {} } })).status).toBe(202);
  await asked.answer({ result: { action: "decline" } });
  expect((await resultOf(asked)).content[0].text).toBe("ann: decline");
});

test("an answer after the call has ended, or a second one, changes nothing", async () => {
  const asked = await askedBy("ann.key", "ask_directly", {});
  await asked.answer({ result: { action: "decline" } });
  expect((await resultOf(asked)).content[0].text).toBe("ann: decline");
  expect((await asked.answer({ result: { action: "accept", content: {} } })).status).toBe(202);
  const next = messagesOf(await asked.caller.ask(asked.session, "tools/call", { name: "ask_directly", arguments: {} }, 2));
  const question = (await next.next()).value;
  expect(question.id).not.toBe(asked.question.id);
  // A late answer to the first question is none to the second.
  await asked.answer({ result: { action: "accept", content: {} } });
  await asked.answer({ id: question.id, result: { action: "cancel" } });
  expect((await next.next()).value.result.content[0].text).toBe("ann: cancel");
});

test("a cancelled call asks no more, and its late answer is passed over", async () => {
  const asked = await askedBy("ann.key", "test_elicitation");
  expect(
    (await asked.caller.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } }, asked.session)).status,
  ).toBe(202);
  expect((await asked.answer({ result: ACCEPTED })).status).toBe(202);
  expect((await messageOf(await asked.caller.ask(asked.session, "ping", {}, 2))).result).toEqual({});
});

test("a client that cannot be asked is told so: it declared nothing, or it has no session", async () => {
  const caller = new RawCaller(url, "ann.key");
  const call = { name: "test_elicitation", arguments: { message: "?" } };
  const inSession = await messageOf(await caller.ask(await caller.begin({}), "tools/call", call));
  const without = await messageOf(await caller.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }));
  for (const { result } of [inSession, without])
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("capability") }] });
});

test("DELETE ends a call that waits", async () => {
  const asked = await askedBy("ann.key", "ask_directly", {});
  expect((await asked.caller.end(asked.session)).status).toBe(200);
  expect(await asked.rest.next()).toMatchObject({ done: true });
  await expect.poll(() => noted).toEqual(["Connection closed"]);
});

test("a session that waits for its client is not idle; when it was answered, the time begins", async () => {
  const asked = await askedBy("ann.key", "ask_directly", {});
  await clock.advance(IDLE_SECONDS * 10_000);
  expect((await asked.answer({ result: { action: "decline" } })).status).toBe(202);
  expect((await resultOf(asked)).content[0].text).toBe("ann: decline");
  expect(await asked.rest.next()).toMatchObject({ done: true });
  await clock.advance(IDLE_SECONDS * 1_000 - 1);
  expect((await asked.caller.ask(asked.session, "ping")).status).toBe(200);
});

test("a client that went away in the midst of a call leaves a session that idles away, and the call with it", async () => {
  const caller = new RawCaller(url, "ann.key");
  const session = await caller.begin(ABLE);
  const response = await caller.ask(session, "tools/call", { name: "ask_directly", arguments: {} });
  await response.body?.cancel();
  await expect
    .poll(async () => {
      await clock.advance(IDLE_SECONDS * 1_000);
      return noted;
    })
    .toEqual(["Connection closed"]);
  expect((await caller.ask(session, "ping")).status).toBe(404);
});

test("a key that was revoked while its call waits can answer no more", async () => {
  const asked = await askedBy("ann.key", "ask_directly", {});
  keys.revoke("ann.key");
  expect((await asked.answer({ result: { action: "accept", content: {} } })).status).toBe(401);
  expect(noted).toEqual([]);
});

test("a stop of the host ends calls that wait, and is not held up by them", async () => {
  const asked = await askedBy("ann.key", "ask_directly", {});
  await inventory.close();
  expect(await asked.rest.next().catch(() => ({ done: true }))).toMatchObject({ done: true });
  await expect.poll(() => noted).toEqual(["Connection closed"]);
});
