import {
  type Authenticator,
  type CallContext,
  createInventory,
  definePlugin,
  type Principal,
  provide,
  type RawHandler,
  serviceToken,
} from "@cadastre/inventory-core";
import { KEY_CREDENTIAL } from "@cadastre/testing";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, it } from "vitest";
import { createHandler } from "../../src/index.ts";

/** Takes every name for a user, after a moment of work: what a server does for each request before it knows who asks. */
class Names implements Authenticator {
  readonly id = "names";
  readonly priority = 1;
  readonly asked: string[] = [];

  async authenticate({ headers }: Parameters<Authenticator["authenticate"]>[0]): Promise<Principal | null> {
    const name = headers.get("authorization");
    if (name === null) return null;
    this.asked.push(name);
    for (const end = performance.now() + 2; performance.now() < end;);
    return { kind: "user", userId: name, username: name, permissions: "all", credential: KEY_CREDENTIAL, credentialId: name };
  }
}

const NAMES = serviceToken<Names>("test-names");
const plugin = definePlugin({ id: "test-names", engine: "*", services: [provide(NAMES, [], () => new Names())], authenticators: [NAMES] });

it("requests that arrive together are looked at in turns between callers", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [plugin] });
  const handler = createHandler(inventory.host);
  const names = inventory.host.get(NAMES);
  const ask = async (name: string): Promise<number> =>
    (await handler.fetch(new Request("http://localhost/api/pools/none", { headers: { authorization: name } }))).status;
  // Both are known by now.
  await ask("ann");
  await ask("bob");
  names.asked.length = 0;
  const answers = [...Array.from({ length: 60 }, async () => await ask("ann")), ask("bob")];
  expect(new Set(await Promise.all(answers))).toEqual(new Set([404]));
  expect(names.asked).toHaveLength(61);
  expect(names.asked.indexOf("bob")).toBeLessThan(5);
});

/** Notes who asks, after a moment of work. */
class Notes implements RawHandler {
  readonly path = "/notes";
  readonly access = "public";
  readonly uncounted = true;
  readonly asked: string[] = [];

  async handle(_: Request, { remoteAddress }: CallContext): Promise<Response> {
    this.asked.push(String(remoteAddress));
    for (const end = performance.now() + 2; performance.now() < end;);
    return new Response(null, { status: 204 });
  }
}

const NOTES = serviceToken<Notes>("test-notes");
const notes = definePlugin({ id: "test-notes", engine: "*", services: [provide(NOTES, [], () => new Notes())], rawHandlers: [NOTES] });

it("requests without credentials that arrive together are answered in turns between addresses", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [notes] });
  const handler = createHandler(inventory.host);
  const { asked } = inventory.host.get(NOTES);
  const ask = async (remoteAddress: string): Promise<number> =>
    (await handler.fetch(new Request("http://localhost/notes"), { remoteAddress })).status;
  const answers = [...Array.from({ length: 60 }, async () => await ask("192.0.2.1")), ask("198.51.100.1")];
  expect(new Set(await Promise.all(answers))).toEqual(new Set([204]));
  expect(asked).toHaveLength(61);
  expect(asked.indexOf("198.51.100.1")).toBeLessThan(5);
});

it("a user waits behind few requests of strangers, however many addresses they come from", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:"), plugins: [plugin, notes] });
  const handler = createHandler(inventory.host);
  const { asked } = inventory.host.get(NOTES);
  const names = inventory.host.get(NAMES);
  const ofStranger = async (remoteAddress: string): Promise<number> =>
    (await handler.fetch(new Request("http://localhost/notes"), { remoteAddress })).status;
  const ofAnn = async (): Promise<number> =>
    (await handler.fetch(new Request("http://localhost/api/pools/none", { headers: { authorization: "ann" } }))).status;
  // She is known by now, and has used more than any of the addresses.
  expect(await ofAnn()).toBe(404);
  asked.length = 0;
  names.asked.length = 0;
  let before = -1;
  const addresses = Array.from({ length: 120 }, (_, at) => `192.0.2.${at}`);
  const strangers = addresses.map(async (address) => await ofStranger(address));
  expect(await ofAnn().finally(() => (before = asked.length))).toBe(404);
  expect(before).toBeLessThan(20);
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([204]));
});
