import { createInventory } from "@cadastre/inventory-core";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { builtFile } from "../../../../testing/built-file.ts";
import { deviceNames, writing } from "./scene.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const CHILD = builtFile(new URL("keyed-child.ts", import.meta.url));

class Lost extends Error {}

describe.each(DATABASES)("a call under a request key whose answer is lost, on %s", (_, openPlace) => {
  it("is answered as the first time when it is sent again", async () => {
    await using place = await openPlace();
    let loses = false;
    const storage = writing(place.storage(), (open) => async (work, options) => {
      const result = await open.write(work, options);
      if (loses) throw new Lost("the connection broke after the commit");
      return result;
    });
    await using inventory = await createInventory({ storage });
    loses = true;
    const send = async (name: string) =>
      await inventory.devices.create({ name, addresses: [{ ip: "10.0.0.1" }] }, { idempotencyKey: name });
    // Calls at the same time share a transaction; one of them without a key.
    const sent = await Promise.allSettled([send("a"), send("b"), send("c"), inventory.devices.create({ name: "without" })]);
    expect(sent.map((outcome) => outcome.status === "rejected" && outcome.reason instanceof Lost)).toEqual([true, true, true, true]);
    loses = false;
    const again = await Promise.all([send("a"), send("b"), send("c"), send("d")]);
    const devices = await inventory.devices.list();
    expect(devices.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "without"]);
    expect(again).toEqual(devices.slice(0, 4));
  });

  it("was not done when it died before the commit", async () => {
    await using place = await openPlace();
    let dies = false;
    const storage = writing(
      place.storage(),
      (open) => async (work, options) =>
        await open.write(async (transaction) => {
          const result = await work(transaction);
          if (dies) throw new Lost("died before the commit");
          return result;
        }, options),
    );
    await using inventory = await createInventory({ storage });
    dies = true;
    await expect(inventory.devices.create({ name: "a" }, { idempotencyKey: "a" })).rejects.toThrow(Lost);
    dies = false;
    await inventory.devices.create({ name: "a" }, { idempotencyKey: "a" });
    expect(await deviceNames(inventory)).toEqual(["a"]);
  });

  it("goes on where it ended, when it is one of many records", async () => {
    await using place = await openPlace();
    let left = Number.POSITIVE_INFINITY;
    const storage = writing(place.storage(), (open) => async (work, options) => {
      const result = await open.write(work, options);
      left -= 1;
      if (left <= 0) throw new Lost("the connection broke after a commit");
      return result;
    });
    await using inventory = await createInventory({ storage });
    const bodies = Array.from({ length: 150 }, (__, index) =>
      index % 50 === 7 ? { name: "" } : { name: `d${String(index).padStart(3, "0")}` },
    );
    const send = async () => await inventory.devices.createMany(bodies, { idempotencyKey: "bulk" });
    left = 2;
    await expect(send()).rejects.toThrow(Lost);
    expect(await inventory.devices.list()).toHaveLength(125);
    left = Number.POSITIVE_INFINITY;
    const answer = await send();
    expect(answer).toMatchObject({ total: 150, success: 147, failed: 3 });
    expect(answer.errors.map(({ index }) => index)).toEqual([7, 57, 107]);
    expect(await send()).toEqual(answer);
    expect(await inventory.devices.list()).toHaveLength(147);
  });

  it("of a process that was killed between the commit and the answer is the one that it gave", async () => {
    await using place = await openPlace();
    // The database is made when it is opened first, which a process of another program cannot do.
    await (await createInventory({ storage: place.storage() })).close();
    const child = spawn(process.execPath, [CHILD, place.url, "killed", "web-01"], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    const [told] = (await Promise.race([once(child.stdout, "data"), ended])) as unknown[];
    expect(String(told)).toContain("committed");
    child.kill("SIGKILL");
    await ended;
    await using inventory = await createInventory({ storage: place.storage() });
    const [there] = await inventory.devices.list();
    expect(await inventory.devices.create({ name: "web-01" }, { idempotencyKey: "killed" })).toEqual(there);
    expect(await deviceNames(inventory)).toEqual(["web-01"]);
    await expect(inventory.devices.create({ name: "web-02" }, { idempotencyKey: "killed" })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("is done once, however many send it to several hosts at once", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage() });
    await using second = await createInventory({ storage: place.storage() });
    for (let round = 0; round < 5; round += 1) {
      const name = `round-${round}`;
      const sent = await Promise.allSettled(
        Array.from(
          { length: 50 },
          async (__, index) => await (index % 2 === 0 ? first : second).devices.create({ name }, { idempotencyKey: name }),
        ),
      );
      const ids = new Set(sent.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.id] : [])));
      expect(ids.size).toBe(1);
      const refused = sent.flatMap((outcome) =>
        outcome.status === "rejected" ? [outcome.reason as { code: string; retryAfterSeconds: number }] : [],
      );
      expect(refused.filter(({ code, retryAfterSeconds: seconds }) => code !== "CONFLICT" || seconds !== 1)).toEqual([]);
      expect((await deviceNames(first)).filter((one) => one === name)).toHaveLength(1);
      expect(ids).toContain((await second.devices.create({ name }, { idempotencyKey: name })).id);
    }
  });

  it("of several hosts with different bodies is one of them", async () => {
    await using place = await openPlace();
    await using first = await createInventory({ storage: place.storage() });
    await using second = await createInventory({ storage: place.storage() });
    const sent = await Promise.allSettled([
      first.datacenters.create({ name: "a" }, { idempotencyKey: "k" }),
      second.datacenters.create({ name: "b" }, { idempotencyKey: "k" }),
    ]);
    expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(sent.find((outcome) => outcome.status === "rejected")?.reason).toMatchObject({ code: "CONFLICT" });
    expect(await first.datacenters.list()).toHaveLength(1);
  });
});
