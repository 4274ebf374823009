import type { Network } from "@cadastre/client";
import { parseIp, parseSubnet } from "../../addresses/ip.ts";

/**
 * The network that an address belongs to: the smallest of the same datacenter that contains it, and of two with one subnet
 * the older one.
 */
export function smallestNetworkOf(networks: readonly Network[], datacenterId: string | null, ip: string): Network | undefined {
  const { family, value } = parseIp(ip);
  let smallest: { readonly network: Network; readonly prefix: number } | undefined;
  for (const network of networks) {
    if (network.datacenter_id !== datacenterId) continue;
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
