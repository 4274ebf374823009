import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { expect, it } from "vitest";
import { Random } from "../model/random.ts";
import { see } from "../reconciliation/see.ts";
import { changeIn, storedStateOf, undoneIn } from "./undo-world.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// CADASTRE_SEED repeats a failure, CADASTRE_UNDOS sets the number of deletes for each seed.

const NEW_SEED = Number(process.env["CADASTRE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const DELETES = Number(process.env["CADASTRE_UNDOS"] ?? 8);

const CASES = DATABASES.flatMap(([name, open]) => [1, NEW_SEED].map((seed) => [name, seed, open] as const));

it.for(CASES)("an undo restores the whole state after a random delete on %s with seed %i", async ([, seed, openPlace]) => {
  await using place = await openPlace();
  const clock = new FakeClock();
  await using inventory = await createInventory({ storage: place.storage(), clock });
  const random = new Random(seed);
  const message = `CADASTRE_SEED=${seed}`;
  await fill(inventory, random);
  for (let number = 0; number < DELETES; number += 1) {
    const before = withoutIdleQuarantine(await storedStateOf(inventory));
    const change = await changeIn(inventory, clock, await deletionOf(inventory, random));
    await undoneIn(inventory, clock, change);
    expect(withoutIdleQuarantine(await storedStateOf(inventory)), message).toEqual(before);
  }
  expect((await inventory.verify()).differences, message).toEqual([]);
});

type State = Awaited<ReturnType<typeof storedStateOf>>;

/** The state without the quarantine of held addresses, on which it has no effect: a delete that was undone may have renewed it. */
function withoutIdleQuarantine(state: State): State {
  interface Row {
    readonly ip_key: string;
    readonly reason?: string;
  }
  const rowsOf = (table: string): Row[] => (state[table] ?? []).map((row) => JSON.parse(row) as Row);
  const held = new Set([...rowsOf("address"), ...rowsOf("allocation")].map(({ ip_key: key }) => key));
  const passed = (state["passed_address"] ?? []).filter((row) => {
    const { ip_key: key, reason } = JSON.parse(row) as Row;
    return reason !== "quarantined" || !held.has(key);
  });
  return { ...state, passed_address: passed };
}

async function fill(inventory: Inventory, random: Random): Promise<void> {
  const datacenter = await inventory.datacenters.create({ name: "fra1" });
  for (const third of [0, 1]) {
    const network = await inventory.networks.create({ name: `lan ${third}`, subnet: `10.0.${third}.0/24`, datacenter_id: datacenter.id });
    const at = (last: number): string => `10.0.${third}.${last}`;
    for (const scan_type of ["quick", "full"] as const)
      if (random.chance(0.7)) await inventory.discoveryRules.create({ network_id: network.id, scan_type, enabled: random.chance(0.5) });
    for (const start of [10, 30]) {
      const wait = random.of(0, 3600);
      const range = { name: `p${start}`, start_ip: at(start), end_ip: at(start + 9), quarantine_seconds: wait };
      const pool = await inventory.pools.create(network.id, range);
      for (let number = random.below(5); number >= 0; number -= 1) {
        const ttl = random.of(undefined, 86_400);
        const { allocations } = await inventory.pools.allocate(pool.id, { ...(ttl !== undefined && { ttl_seconds: ttl }) });
        if (random.chance(0.3)) await inventory.allocations.release((allocations[0] as { id: string }).id);
      }
    }
    await see(
      inventory,
      network.id,
      [11, 33, 60, 61].filter(() => random.chance(0.7)).map((last) => ({ ip: at(last), hostname: `host${last}` })),
    );
    for (const { id, ip } of await inventory.discoveredDevices.list({ network_id: network.id })) {
      if (random.chance(0.3)) await inventory.discoveredDevices.ignore(id, { note: "guest" });
      else if (random.chance(0.4)) await inventory.discoveredDevices.promote(id, { name: `device ${ip}` });
    }
  }
}

/** Chooses a record, and returns what deletes it. */
async function deletionOf(inventory: Inventory, random: Random): Promise<() => Promise<unknown>> {
  const networks = await inventory.networks.list();
  const network = random.pick(networks) as (typeof networks)[number];
  const pools = await inventory.pools.list(network.id);
  const pool = random.pick(pools) as (typeof pools)[number];
  const [allocation, rule, device] = [
    random.pick(await inventory.pools.allocations(pool.id)),
    random.pick(await inventory.discoveryRules.list()),
    random.pick(await inventory.devices.list()),
  ];
  return random.of(
    async () => await inventory.networks.delete(network.id),
    async () => await inventory.pools.delete(pool.id),
    ...(allocation === undefined ? [] : [async () => await inventory.allocations.release(allocation.id)]),
    ...(rule === undefined ? [] : [async () => await inventory.discoveryRules.delete(rule.id)]),
    ...(device === undefined ? [] : [async () => await inventory.devices.delete(device.id)]),
  );
}
