import type { Inventory, Plan } from "@cadastre/inventory-core";
import { expect } from "vitest";
import { difference, shown, worldOf } from "../plans/plan-world.ts";

/** Applies a plan, which does exactly what it shows and leaves an inventory in which everything derived is right. */
export async function apply(inventory: Inventory, plan: Plan): Promise<Plan> {
  const before = await worldOf(inventory);
  expect(plan).toMatchObject({ status: "open", stale: false });
  const applied = await inventory.plans.apply(plan.id);
  expect(applied.status).toBe("applied");
  const after = await worldOf(inventory);
  const known = /^(space|datacenter|network|pool|allocation|device|relationship|conflict)\//;
  expect(shown(plan.effects, before).filter(({ key }) => known.test(key))).toEqual(difference(before, after));
  expect((await inventory.verify()).differences).toEqual([]);
  return applied;
}

/** What a plan does, in words: `update network lan`. */
export const wordsOf = ({ effects }: Plan): readonly string[] =>
  effects.records.map(({ action, type, name }) => `${action} ${type} ${name}`).toSorted();

/** Addresses of the devices of an inventory: by name, with the networks and pools that they are linked to by name. */
export async function linksOf(inventory: Inventory): Promise<Readonly<Record<string, readonly string[]>>> {
  const networks = await inventory.networks.list();
  const names = new Map(networks.map(({ id, name }) => [id, name]));
  for (const { id } of networks) for (const pool of await inventory.pools.list(id)) names.set(pool.id, pool.name);
  const nameOf = (id: string | null): string => (id === null ? "-" : (names.get(id) ?? "?"));
  return Object.fromEntries(
    (await inventory.devices.list()).map(({ name, addresses }) => [
      name,
      addresses.map(({ ip, network_id: network, pool_id: pool }) => `${ip} ${nameOf(network)} ${nameOf(pool)}`),
    ]),
  );
}
