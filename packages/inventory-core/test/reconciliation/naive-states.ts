import type { Device, DiscoveredDevice, Inventory } from "@cadastre/inventory-core";

/** How what was seen stands to what is recorded, told by all records, one after the other. */

/** An address of a device, and the space that it is in. */
export interface Held {
  readonly device: Device;
  readonly address: Device["addresses"][number];
  readonly space: string;
}

const SHARED = /^(.[13579bdf]|00:00:5e:00:0[12]:|00:00:0c:07:ac:|00:00:0c:9f:f|00:05:73:a0:0|00:07:b4:00:)/;

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
const number = (ip: string): string =>
  ip.includes(":")
    ? ip
    : ip
        .split(".")
        .map((part) => part.padStart(3, "0"))
        .join();

function sameName(recorded: string, seen: string): boolean {
  const [one, other] = [recorded, seen].map((name) => name.toLowerCase().replace(/\.$/, "")) as [string, string];
  if (one === other) return true;
  return !(one.includes(".") && other.includes(".")) && one.split(".")[0] === other.split(".")[0];
}

/** How something that was seen in a space stands to all that is held. */
export function standingNaively(
  seen: Pick<DiscoveredDevice, "ip" | "mac_address" | "hostname" | "switch_port" | "ignored_at">,
  space: string,
  all: readonly Held[],
): Pick<DiscoveredDevice, "state" | "device_id" | "differences"> {
  const here = all.filter((held) => held.space === space);
  const atAddress = here
    .filter(({ address }) => address.ip === seen.ip)
    .toSorted((a, b) => byId(a.device, b.device) || byId(a.address, b.address));
  const mac = SHARED.test(seen.mac_address) ? "" : seen.mac_address;
  const withMac = here
    .filter(({ address }) => mac !== "" && address.mac === mac)
    .toSorted((a, b) => byId(a.device, b.device) * 2 || 0)
    .filter(({ device }, _, list) => device.id === list[0]?.device.id)
    .toSorted((a, b) =>
      number(a.address.ip) < number(b.address.ip) ? -1 : number(a.address.ip) > number(b.address.ip) ? 1 : byId(a.address, b.address),
    );
  const held = atAddress.find(({ address }) => seen.mac_address !== "" && address.mac === seen.mac_address) ?? atAddress[0] ?? withMac[0];
  if (held === undefined) return { state: seen.ignored_at === null ? "unknown" : "ignored", device_id: null, differences: [] };
  const { device, address } = held;
  const isCalled = [device.hostname, ...device.domains.filter((domain) => domain.toLowerCase() === seen.hostname.toLowerCase())];
  const pairs = [
    ["address", address.ip, seen.ip, address.ip === seen.ip],
    ["mac", address.mac, seen.mac_address, address.mac === seen.mac_address],
    ["hostname", device.hostname, seen.hostname, isCalled.some((name) => sameName(name, seen.hostname)) || address.label === seen.hostname],
    ["switch_port", address.switch_port, seen.switch_port, address.switch_port === seen.switch_port],
  ] as const;
  const differences = pairs
    .filter(([, recorded, was, same]) => recorded !== "" && was !== "" && !same)
    .map(([field, recorded, was]) => ({ field, recorded, seen: was }));
  const state = seen.ignored_at !== null ? "ignored" : differences.length > 0 ? "differs" : "known";
  return { state, device_id: device.id, differences };
}

/** What is kept of everything that was seen, and what it should be, by id. */
export async function statesOf(
  inventory: Inventory,
): Promise<{ readonly kept: object; readonly naive: object; readonly seen: readonly DiscoveredDevice[] }> {
  const datacenters = await inventory.datacenters.list();
  const homes = new Map<string | null, string>([
    [null, "none"],
    ...datacenters.map(({ id, space_id: space }) => [id, space ?? id] as const),
  ]);
  const home = (datacenter: string | null): string => homes.get(datacenter) as string;
  const networks = await inventory.networks.list();
  const spaceOf = new Map(networks.map(({ id, space_id: space, datacenter_id: datacenter }) => [id, space ?? home(datacenter)]));
  const held = (await inventory.devices.list()).flatMap((device) =>
    device.addresses.map((address): Held => {
      const { network_id: network } = address;
      return { device, address, space: network === null ? home(device.datacenter_id) : (spaceOf.get(network) as string) };
    }),
  );
  const seen = await inventory.discoveredDevices.list({ state: ["unknown", "known", "differs", "ignored"] });
  const kept = seen.map(({ id, ip, state, device_id, differences }) => [id, { ip, state, device_id, differences }]);
  const naive = seen.map((one) => [one.id, { ip: one.ip, ...standingNaively(one, spaceOf.get(one.network_id) as string, held) }]);
  return { kept: Object.fromEntries(kept), naive: Object.fromEntries(naive), seen };
}
