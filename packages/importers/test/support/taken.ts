import { BlockList } from "node:net";
import type { Inventory, Network, Pool } from "@cadastre/inventory-core";

/** An address that somebody has in the source. */
export interface Taken {
  /** Name of the address space that it must be in; undefined for the common one. */
  readonly space: string | undefined;
  readonly ip: string;
}

/** Networks and pools up to this size are looked at address by address. */
const MOST = 65_536;

/** Addresses of a pool that are asked for by themselves. */
const NAMED = 200;

const sizeOf = ({ subnet }: Network): number => 2 ** ((subnet.includes(":") ? 128 : 32) - Number(subnet.split("/")[1]));

/** Names of the spaces that networks are in: their own, else those of their datacenters; undefined for the common one. */
export async function spacesOfNetworks(
  inventory: Inventory,
): Promise<(network: Pick<Network, "space_id" | "datacenter_id">) => string | undefined> {
  const names = new Map((await inventory.spaces.list()).map(({ id, name }) => [id, name]));
  const datacenters = new Map((await inventory.datacenters.list()).map((datacenter) => [datacenter.id, datacenter]));
  return ({ space_id: own, datacenter_id: datacenterId }) => {
    if (own !== null) return names.get(own);
    const datacenter = datacenterId === null ? undefined : datacenters.get(datacenterId);
    if (datacenter === undefined) return undefined;
    return datacenter.space_id === null ? `private ${datacenter.name}` : names.get(datacenter.space_id);
  };
}

/**
 * The taken addresses that the inventory would hand out all the same, which there must be none of
 * (docs/spec/import.md#what-was-taken-stays-taken). It is asked in every way there is: heatmaps, the next
 * address, the address by itself, and in the end everything that pools have.
 */
export async function handedOut(inventory: Inventory, taken: readonly Taken[]): Promise<string[]> {
  const spaceOf = await spacesOfNetworks(inventory);
  const found: string[] = [];
  for (const network of await inventory.networks.list()) {
    const space = spaceOf(network);
    const own = new Set(taken.filter((address) => address.space === space).map(({ ip }) => ip));
    const tell = (how: string, ips: readonly string[]): void => {
      for (const ip of ips) if (own.has(ip)) found.push(`${ip} of ${space ?? "the common space"}: ${how} of ${network.subnet}`);
    };
    if (sizeOf(network) <= MOST) {
      const heatmap = await inventory.networks.heatmap(network.id);
      tell(
        "available in the heatmap",
        heatmap.flatMap((entry) => ("ip" in entry && entry.status === "available" ? [entry.ip] : [])),
      );
    }
    tell("next address", await nextOf(async () => await inventory.networks.nextIp(network.id)));
    for (const pool of await inventory.pools.list(network.id)) {
      tell(`next address of the pool ${pool.name}`, await nextOf(async () => await inventory.pools.nextIp(pool.id)));
      for (const ip of [...own].filter((one) => isWithin(pool, one)).slice(0, NAMED)) {
        const given = await inventory.pools.allocate(pool.id, { ip }).catch(() => undefined);
        if (given !== undefined) tell(`allocated from the pool ${pool.name}`, [ip]);
      }
      tell(`handed out by the pool ${pool.name}`, await drained(inventory, pool.id));
    }
  }
  return found;
}

function isWithin({ start_ip: start, end_ip: end }: Pool, ip: string): boolean {
  const family = start.includes(":") ? "ipv6" : "ipv4";
  const list = new BlockList();
  list.addRange(start, end, family);
  return ip.includes(":") === start.includes(":") && list.check(ip, family);
}

async function nextOf(ask: () => Promise<{ readonly ip: string }>): Promise<string[]> {
  return await ask().then(
    ({ ip }) => [ip],
    () => [],
  );
}

/** Everything that a pool hands out, of a large one the first addresses. */
async function drained(inventory: Inventory, poolId: string): Promise<string[]> {
  const ips: string[] = [];
  for (let count = 512; count >= 1 && ips.length < 4096;) {
    const given = await inventory.pools.allocate(poolId, { count }).catch(() => undefined);
    if (given === undefined) count = Math.floor(count / 2);
    else ips.push(...given.allocations.map(({ ip }) => ip));
  }
  return ips;
}
