import { type CallContext, createInventory, KeyRing, servicesOf, SYSTEM } from "@cadastre/inventory-core";
import { FakeClock, KEY_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it, vi } from "vitest";
import { discoverySnmpPlugin, snmpDeviceOperations } from "../src/index.ts";
import { DEVICE_TEST } from "../src/devices/device-test.ts";
import { LINK_PLANNER } from "../src/links/link-planner.ts";
import { Agent } from "./support/agent.ts";
import { recording } from "./support/recording.ts";
import { DATABASES } from "../../../testing/storages.ts";

const KEY = KeyRing.parse(KeyRing.generate());
/** Runs at the same time, on two hosts. */
const RUNS = 4;

describe.each(DATABASES)("plans of connections, on %s", (_, openPlace) => {
  it("are made once by runs at the same time, also of several hosts", async () => {
    await using place = await openPlace();
    const open = async () =>
      await createInventory({
        storage: place.storage(),
        clock: new FakeClock(),
        keyRing: KEY,
        discovery: { allow: "127.0.0.0/8" },
        plugins: [discoverySnmpPlugin()],
      });
    const hosts = [await open(), await open()] as const;
    const [inventory] = hosts;
    // Nobody is answered to before all runs ask: they look for plans at the same time.
    let asking = 0;
    let release = (): void => {};
    const all = new Promise<void>((resolve) => (release = resolve));
    const before = async (): Promise<boolean> => {
      if ((asking += 1) === RUNS) release();
      await all;
      return false;
    };
    await using agent = await Agent.start(recording("catalyst"), { before });
    try {
      const [one, other] = [await inventory.devices.create({ name: "catalyst1" }), await inventory.devices.create({ name: "core1" })];
      const runners = hosts.map(({ host }) => servicesOf(host, snmpDeviceOperations));
      const [devices] = runners as [(typeof runners)[number]];
      await devices.create({ name: "catalyst1", address: "127.0.0.1", port: agent.port, community: "public" });
      const runs = Array.from({ length: RUNS }, async (__, at) => await (runners[at % 2] as typeof devices).planLinks());
      const proposals = await Promise.all(runs);
      expect(proposals.map(({ problems }) => problems)).toEqual(proposals.map(() => []));
      const made = proposals.filter(({ plan_id: id }) => id !== null);
      expect(made).toMatchObject([{ known: 0, proposed: [{ device_id: one.id, port: "Gi0/24", neighbour_id: other.id }] }]);
      const rest = proposals.filter(({ plan_id: id }) => id === null);
      expect(rest.map(({ known, proposed }) => [known, proposed])).toEqual(rest.map(() => [1, []]));
      expect((await inventory.plans.list({ status: "open" })).map(({ id }) => id)).toEqual([made[0]?.plan_id]);
    } finally {
      for (const host of hosts) await host.close();
    }
  });

  it("and tests of devices run one at a time for a caller, for at most four callers: further calls are BUSY", async () => {
    await using place = await openPlace();
    const inventory = await createInventory({
      storage: place.storage(),
      clock: new FakeClock(),
      keyRing: KEY,
      discovery: { allow: "127.0.0.0/8" },
      plugins: [discoverySnmpPlugin()],
    });
    let asked = 0;
    let release = (): void => {};
    const all = new Promise<void>((resolve) => (release = resolve));
    const hold = async (): Promise<boolean> => {
      asked += 1;
      await all;
      return false;
    };
    await using agent = await Agent.start(recording("catalyst"), { before: hold });
    try {
      const fields = { name: "catalyst1", address: "127.0.0.1", port: agent.port, community: "public" };
      const { id } = await servicesOf(inventory.host, snmpDeviceOperations).create(fields);
      const planner = inventory.host.get(LINK_PLANNER);
      const deviceTest = inventory.host.get(DEVICE_TEST);
      const callOf = (name: string): CallContext => ({
        principal: { ...SYSTEM, kind: "user", userId: name, username: name, credential: KEY_CREDENTIAL, credentialId: name },
        source: "api",
      });
      const plan = async (name: string): Promise<unknown> => await planner.plan(callOf(name));
      const test = async (name: string): Promise<unknown> => await deviceTest.run(id, callOf(name));
      const running = [plan("ann"), test("bob"), plan("cid"), test("dan")];
      await vi.waitFor(() => expect(asked).toBeGreaterThanOrEqual(4));
      const busy = { code: "BUSY", retryAfterSeconds: 3 };
      for (const refused of [plan("bob"), test("ann"), plan("eve"), test("eve")]) await expect(refused).rejects.toMatchObject(busy);
      release();
      const told = [{ problems: [] }, { problem: null }];
      expect(await Promise.all(running)).toMatchObject([...told, ...told]);
      expect([await plan("eve"), await test("eve")]).toMatchObject(told);
    } finally {
      release();
      await inventory.close();
    }
  });
});
