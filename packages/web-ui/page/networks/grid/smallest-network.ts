import type { Network } from "@cadastre/client";
import { parseIp, parseSubnet } from "../../addresses/ip.ts";
import type { SpaceOf } from "../../spaces/space-of.ts";

/**
 * The network that an address belongs to: the smallest of the space of another that contains it, and of two with one subnet the older
 * one.
 */
export function smallestNetworkOf(networks: readonly Network[], outer: Network, spaceOf: SpaceOf, ip: string): Network | undefined {
  const { family, value } = parseIp(ip);
  const space = spaceOf(outer);
  let smallest: { readonly network: Network; readonly prefix: number } | undefined;
  for (const network of networks) {
    if (spaceOf(network) !== space) continue;
    const range = parseSubnet(network.subnet);
    if (range.family !== family || value < range.first || value > range.last) continue;
    const isSmaller =
      smallest === undefined ||
      range.prefix > smallest.prefix ||
      (range.prefix === smallest.prefix && network.created_at < smallest.network.created_at);
    if (isSmaller) smallest = { network, prefix: range.prefix };
  }
  return smallest?.network;
}
