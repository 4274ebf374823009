import { type AnyOperation, createInventory, type ExecuteResult, type Inventory, STORAGE, SYSTEM } from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coreOperationList } from "../../src/composition/core-operations.ts";
import { REQUEST_KEYS } from "../../src/events/request-keys/request-keys.ts";
import { ScriptedScanner } from "../discovery/scripted-scanner.ts";
import { twoHosts } from "../storage/discovery-statements.ts";
import { deviceNames } from "./scene.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The record that an operation answered, as text. */
async function textOf(result: ExecuteResult): Promise<{ text: string; isReplay: boolean | undefined }> {
  if (result.kind === "record") return { text: result.value.text, isReplay: result.isReplay };
  if (result.kind !== "long-record") throw new Error(`${result.kind} is no record`);
  return { text: JSON.stringify(await result.value.parse()), isReplay: result.isReplay };
}

describe.each(DATABASES)("request keys on %s", (_, openPlace) => {
  let place: TestDatabase;
  let inventory: Inventory;
  let clock: FakeClock;

  beforeAll(async () => {
    place = await openPlace();
    clock = new FakeClock();
    inventory = await createInventory({ storage: place.storage(), clock, plugins: [new ScriptedScanner(twoHosts).plugin] });
  });

  afterAll(async () => {
    await inventory.close();
    await place[Symbol.asyncDispose]();
  });

  const execute = async (operation: AnyOperation, { params = {}, body = {} }: Sent, key: string) =>
    await inventory.host.execute(
      operation,
      { params, query: {}, body: async () => await Promise.resolve(body) },
      { principal: SYSTEM, source: "library", idempotencyKey: key },
    );

  /** What each operation that keeps its answers is sent. */
  async function sentTo(): Promise<Record<string, Sent>> {
    const { id: network } = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const [one, two] = await Promise.all(["one", "two"].map(async (name) => await inventory.devices.create({ name })));
    const scanned = await inventory.networks.create({ name: "scanned", subnet: "10.9.0.0/29" });
    const [half, other] = await Promise.all(
      ["10.4.0.0/24", "10.4.1.0/24"].map(async (subnet) => await inventory.networks.create({ name: "half", subnet })),
    );
    const group = await inventory.vlanGroups.create({ name: "g", space_id: (await inventory.spaces.create({ name: "adopted" })).id });
    const planned = { id: half?.id ?? "" };
    const [made] = await inventory.networks.history(planned.id);
    await inventory.scans.start(scanned.id, {});
    let found: readonly string[] = [];
    while (found.length < 2) {
      await clock.advance(1000);
      found = (await inventory.discoveredDevices.list({ network_id: scanned.id })).map(({ id }) => id);
    }
    return {
      "networks.create": { body: { name: "new", subnet: "10.1.0.0/24" } },
      "networks.createMany": {
        body: Array.from({ length: 40 }, (__, index) => ({ name: `m${index}`, subnet: index === 35 ? "wrong" : `10.2.${index}.0/24` })),
      },
      "networks.split": { params: planned, body: { length: 25 } },
      "networks.merge": { params: planned, body: { network_ids: [other?.id] } },
      "networks.resize": { params: planned, body: { subnet: "10.4.0.0/25" } },
      "changes.undo": { params: { change_id: made?.change_id ?? "" } },
      "networks.renumber": { params: planned, body: { subnet: "10.5.0.0/24" } },
      "pools.create": { params: { id: network }, body: { name: "p", start_ip: "10.0.0.10", end_ip: "10.0.0.20" } },
      "plans.create": { body: { title: "plan", steps: [{ operation: "devices.create", body: { name: "planned" } }] } },
      "devices.create": { body: { name: "d", addresses: [{ ip: "10.0.0.5" }], tags: ["a"] } },
      "devices.createMany": { body: Array.from({ length: 70 }, (__, index) => (index === 66 ? { name: 5 } : { name: `many-${index}` })) },
      "devices.bulkUpdate": { body: { ids: [one?.id, two?.id], set: { os: "bsd" } } },
      "devices.bulkDelete": { body: { filter: { status: "decommissioned" } } },
      "networks.bulkUpdate": { body: { ids: [network], set: { vlan_id: 5 } } },
      "networks.bulkDelete": { body: { filter: { status: "deprecated" } } },
      "relationships.create": { params: { id: one?.id ?? "" }, body: { child_id: two?.id, type: "contains" } },
      "scans.start": { params: { id: network }, body: { scan_type: "quick" } },
      "discoveredDevices.promote": { params: { id: found[0] ?? "" }, body: { name: "promoted" } },
      "discoveredDevices.promoteMany": { body: { ids: [found[1]] } },
      "vlanGroups.adopt": { params: { id: group.id } },
    };
  }

  it("give the first answer again, of every operation that keeps its answers", async () => {
    const kept = coreOperationList.filter(({ idempotent }) => idempotent === "kept");
    const sent = await sentTo();
    expect(kept.map(({ id }) => id).toSorted()).toEqual(Object.keys(sent).toSorted());
    for (const operation of kept) {
      const own = sent[operation.id] as Sent;
      const key = `every-${operation.id}`;
      const first = await execute(operation, own, key);
      const changes = (await inventory.audit.list()).length;
      const second = await execute(operation, own, key);
      const [text, again] = [await textOf(first), await textOf(second)];
      expect([again.text, text.isReplay, again.isReplay], operation.id).toEqual([text.text, undefined, true]);
      expect(await inventory.audit.list(), operation.id).toHaveLength(changes);
      const body = Array.isArray(own.body) ? own.body.slice(1) : { ...(own.body as object), description: "other" };
      // What has no body is told by its path.
      const other = own.body === undefined ? { params: { change_id: "other" } } : { ...own, body };
      await expect(execute(operation, other, key), operation.id).rejects.toMatchObject({ code: "CONFLICT" });
    }
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });

  it("do not care for the order of names in a body, and are each caller's own", async () => {
    const { id } = await inventory.devices.create({ name: "ordered", os: "debian" }, { idempotencyKey: "order" });
    expect(await inventory.devices.create({ os: "debian", name: "ordered" }, { idempotencyKey: "order" })).toMatchObject({ id });
    await expect(inventory.datacenters.create({ name: "ordered" }, { idempotencyKey: "order" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const caller = (userId: string, credentialId: string) =>
      inventory
        .as({ kind: "user", userId, username: userId, permissions: "all", credential: KEY_CREDENTIAL, credentialId })
        .devices.create({ name: "ordered", os: "debian" }, { idempotencyKey: "order" });
    const others = [await caller("u1", "k1"), await caller("u1", "k2"), await caller("u2", "k3")].map((device) => device.id);
    expect(new Set([id, ...others]).size).toBe(3);
    expect(others[0]).toBe(others[1]);
  });

  it("of a call that was refused may be used again", async () => {
    await expect(inventory.devices.create({ name: "" }, { idempotencyKey: "refused" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(
      inventory.devices.create({ name: "refused", addresses: [{ ip: "10.0.0.5", network_id: "none" }] }, { idempotencyKey: "refused" }),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await inventory.devices.create({ name: "refused" }, { idempotencyKey: "refused" });
    expect((await deviceNames(inventory)).filter((name) => name === "refused")).toHaveLength(1);
  });

  it("must be visible ASCII of at most 255 characters, once the caller may do it at all", async () => {
    for (const key of ["", " ", "a b", "ü", "x".repeat(256), "a\n"]) {
      await expect(inventory.devices.create({ name: "x" }, { idempotencyKey: key })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
      await expect(inventory.pools.allocate("none", {}, { idempotencyKey: key })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    }
    const nobody = inventory.as({
      kind: "user",
      userId: "u",
      username: "u",
      permissions: new Set(),
      credential: KEY_CREDENTIAL,
      credentialId: "k",
    });
    await expect(nobody.devices.create({ name: "x" }, { idempotencyKey: "" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await inventory.devices.create({ name: "longest" }, { idempotencyKey: "~".repeat(255) });
  });

  it("are forgotten after a day, a slice at a time", async () => {
    const { id } = await inventory.devices.create({ name: "daily" }, { idempotencyKey: "daily" });
    await clock.advance(DAY_MS - 1);
    expect(await inventory.devices.create({ name: "daily" }, { idempotencyKey: "daily" })).toMatchObject({ id });
    const storage = inventory.host.get(STORAGE);
    const old = new Date(clock.now() - DAY_MS + 1).toISOString();
    await storage.write(async (transaction) => {
      const rows = Array.from({ length: 1200 }, (__, index) => ["someone", `key-${index}`, 0, "digest", "{}", old]);
      await transaction.insert("request_key", ["caller", "key", "part", "request", "answer", "created_at"], rows);
      // What is not purged yet is over all the same.
      await transaction.run("update request_key set created_at = ? where key = 'daily'", [old]);
    });
    await clock.advance(1);
    const again = await inventory.devices.create({ name: "daily" }, { idempotencyKey: "daily" });
    expect(again.id).not.toBe(id);
    await inventory.host.get(REQUEST_KEYS).purge();
    expect(await storage.read.all("select * from request_key where caller = 'someone'")).toEqual([]);
    expect(await inventory.devices.create({ name: "daily" }, { idempotencyKey: "daily" })).toMatchObject({ id: again.id });
  });

  it("of an answer that is too large to keep tell that the call was done", async () => {
    const addresses = Array.from({ length: 4096 }, (__, index) => ({
      ip: `172.16.${index >> 8}.${index & 255}`,
      label: "l".repeat(128),
      switch_port: "s".repeat(255),
    }));
    await inventory.devices.create({ name: "large", addresses }, { idempotencyKey: "large" });
    await expect(inventory.devices.create({ name: "large", addresses }, { idempotencyKey: "large" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("too large"),
    });
    expect((await deviceNames(inventory)).filter((name) => name === "large")).toHaveLength(1);
  });
});
