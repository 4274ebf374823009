import { createInventory } from "@cadastre/inventory-core";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { builtFile } from "../../../../testing/built-file.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const CHILD = builtFile(new URL("ensure-child.ts", import.meta.url));

type Answers = readonly (readonly { readonly id: string; readonly created: boolean }[])[];

/** A process that waits to make its calls. */
async function start(url: string, calls: number, networkId: string) {
  const child = spawn(process.execPath, [CHILD, url, String(calls), networkId], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const { value } = (await lines.next()) as { readonly value?: string };
    if (value === undefined) throw new Error("the process ended too soon");
    return value;
  };
  expect(await next()).toBe("ready");
  return async (): Promise<Answers> => {
    child.stdin.end("go");
    return JSON.parse(await next()) as Answers;
  };
}

describe.each(DATABASES)("64 ensures of one key in two processes on %s", (_, openPlace) => {
  it("create one record of each kind, beside plain creations of others", { timeout: 120_000 }, async () => {
    await using place = await openPlace();
    await using inventory = await createInventory({ storage: place.storage() });
    const { id } = await inventory.networks.create({ name: "all", subnet: "10.9.0.0/16" });
    const run = await Promise.all([start(place.url, 32, id), start(place.url, 32, id)]);
    const others = Array.from({ length: 64 }, async (_, index) => await inventory.devices.create({ name: `other-${index}` }));
    const answers = (await Promise.all([...run.map(async (go) => await go()), Promise.all(others).then((): Answers => [])])).flat();
    for (const kind of [0, 1, 2, 3]) {
      const all = answers.map((each) => each[kind]);
      expect(all).toHaveLength(64);
      expect(new Set(all.map((answer) => answer?.id)).size).toBe(1);
      expect(all.filter((answer) => answer?.created)).toHaveLength(1);
    }
    expect((await inventory.devices.list()).filter(({ name }) => name === "web")).toHaveLength(1);
    expect((await inventory.verify()).differences).toEqual([]);
  });
});
