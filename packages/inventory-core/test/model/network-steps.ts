import type { Network } from "@cadastre/inventory-core";
import { anyLength, choiceOf } from "./free-prefixes.ts";
import type { ModelNetwork } from "./model.ts";
import { type Subnet, subnetText } from "./numbers.ts";
import { type Scene, step, type Step } from "./scene.ts";

/** Networks are allocated inside another one. */
export function allocateNetworks({ model, random, inventory }: Scene): Step | undefined {
  const parent = random.pick(model.networks);
  const length = parent === undefined ? undefined : anyLength(parent, random);
  if (parent === undefined || length === undefined) return undefined;
  const wish = { length, count: 1 + random.below(3), strategy: random.of<"lowest" | "sparse">("lowest", "sparse") };
  const name = `part-${random.below(1000)}`;
  const chosen = choiceOf(model, parent, wish);
  return step(
    `allocate networks in ${parent.id} ${JSON.stringify(wish)}`,
    chosen.length < wish.count ? "PREFIX_NOT_AVAILABLE" : null,
    async () => await inventory.networks.allocate(parent.id, { ...wish, name }),
    (answer) => {
      const { networks } = answer as unknown as { readonly networks: readonly Network[] };
      const subnets = networks.map(({ subnet }) => subnet);
      if (subnets.join() !== chosen.map(subnetText).join()) throw new Error(`got ${subnets.join()}, not ${chosen.map(subnetText).join()}`);
      const { datacenter, named } = parent;
      const all = networks.map(({ id }, index): ModelNetwork => {
        const own = wish.count === 1 ? name : `${name}-${index + 1}`;
        return { id, name: own, vlan: null, datacenter, named, subnet: chosen[index] as Subnet };
      });
      model.networks.push(...all);
      for (const network of all) model.enterRange(model.spaceOfNetwork(network), network.subnet);
    },
  );
}
