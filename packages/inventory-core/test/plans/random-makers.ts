import type { Inventory, Plan } from "@cadastre/inventory-core";
import type { Random } from "../model/random.ts";
import type { Anything, World } from "./plan-world.ts";

/** Subnets of one size each, around those that random steps make. */
const SUBNETS = [
  "10.0.0.0/23",
  "10.0.2.0/23",
  "10.0.0.0/24",
  "10.0.1.0/24",
  "10.0.2.0/24",
  "10.0.0.0/28",
  "10.0.0.16/28",
  "10.0.1.0/28",
] as const;

/** Has a random network split, merged, resized or renumbered, by a plan; undefined where there is none. */
export function randomMaker(inventory: Inventory, random: Random, world: World): (() => Promise<Plan>) | undefined {
  const all = [...world].filter(([key]) => key.startsWith("network/")).map(([, network]) => network);
  const network = random.pick(all);
  if (network === undefined) return undefined;
  const id = String(network["id"]);
  const length = Number(String(network["subnet"]).split("/")[1]);
  const { networks } = inventory;
  return random.weighted<() => Promise<Plan>>([
    [3, async () => await networks.split(id, { length: length + 1 + random.below(2) })],
    [2, async () => await networks.merge(id, { network_ids: mates(random, all, network) })],
    [2, async () => await networks.resize(id, { subnet: random.of(...SUBNETS) })],
    [
      5,
      async () => {
        const same = SUBNETS.filter((subnet) => subnet.endsWith(`/${length}`));
        const spaces = [null, ...[...world.keys()].filter((key) => key.startsWith("space/")).map((key) => key.slice("space/".length))];
        const space = random.chance(0.4) ? { space_id: random.pick(spaces) ?? null } : {};
        return await networks.renumber(id, { subnet: random.pick(same) ?? "10.0.0.0/24", ...space });
      },
    ],
  ]);
}

/** Mostly another half of the same size, at times anything. */
function mates(random: Random, all: readonly Anything[], network: Anything): string[] {
  const length = String(network["subnet"]).split("/")[1];
  const like = all.filter((other) => other !== network && String(other["subnet"]).endsWith(`/${length}`));
  return [random.pick(random.chance(0.9) && like.length > 0 ? like : all)].map((other) => String(other?.["id"]));
}
