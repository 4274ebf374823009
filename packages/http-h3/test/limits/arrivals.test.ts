import { type Authenticator, createInventory, definePlugin, type Principal, provide, serviceToken } from "@cadastre/inventory-core";
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
