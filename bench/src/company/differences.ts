import type { Conflict, Device, DiscoveredDevice, MissingAddress } from "@cadastre/inventory-core";
import { type Held, standingNaively } from "../../../packages/inventory-core/test/reconciliation/naive-states.ts";
import type { Call } from "./caller.ts";
import type { SiteName } from "./machines.ts";
import type { RecordedSite } from "./register.ts";
import type { RecordedAddress, SeenModel } from "./seen-model.ts";

/** All that is told of a company, or must be: what stands there, by what it is about. */
export type Told = ReadonlyMap<string, string>;

/** What is recorded, as people read it. */
export class Recorded {
  readonly devices: readonly Device[];
  readonly addresses: readonly RecordedAddress[];
  readonly #sites: readonly RecordedSite[];

  constructor(devices: readonly Device[], sites: readonly RecordedSite[]) {
    this.#sites = sites;
    this.devices = devices.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.addresses = this.devices.flatMap((device) =>
      device.addresses.map(({ ip }) => {
        const { id: deviceId, name: deviceName, status } = device;
        return { site: this.siteOf(device), ip, deviceId, deviceName, isActive: status === "active" };
      }),
    );
  }

  siteOf({ datacenter_id: id }: Pick<Device, "datacenter_id">): SiteName {
    const site = this.#sites.find(({ datacenterId }) => datacenterId === id);
    if (site === undefined) throw new Error("every device of the company is at a site");
    return site.name;
  }

  siteOfNetwork(networkId: string): SiteName {
    const site = this.#sites.find(({ networkIds }) => networkIds.includes(networkId));
    if (site === undefined) throw new Error("every network of the company is at a site");
    return site.name;
  }

  get held(): readonly Held[] {
    return this.devices.flatMap((device) => device.addresses.map((address) => ({ device, address, space: this.siteOf(device) })));
  }
}

type Standing = Pick<DiscoveredDevice, "state" | "differences">;

const standing = ({ state, differences }: Standing, isUp: boolean, deviceName: string | undefined): string =>
  [
    isUp ? "up" : "down",
    state,
    deviceName ?? "nobody",
    ...differences.map(({ field, recorded, seen }) => `${field} ${recorded} -> ${seen}`),
  ].join(", ");

/** What the service tells. */
export async function toldBy(call: Call, recorded: Recorded): Promise<Told> {
  const told = new Map<string, string>();
  const byId = new Map(recorded.devices.map((device) => [device.id, device]));
  for (const seen of await call<DiscoveredDevice[]>("GET /api/discovery/devices?state=unknown,known,differs,ignored")) {
    const name = seen.device_id === null ? undefined : (byId.get(seen.device_id)?.name ?? seen.device_id);
    told.set(`seen ${recorded.siteOfNetwork(seen.network_id)} ${seen.ip}`, standing(seen, seen.status === "up", name));
  }
  for (const { device_id: id, ip } of await call<MissingAddress[]>("GET /api/discovery/missing")) {
    const device = byId.get(id) as Device;
    told.set(`missing ${recorded.siteOf(device)} ${ip} ${device.name}`, "missing");
  }
  for (const { type, ip_address: ip, network_ids: networks, device_ids: ids, device_names: names } of await call<Conflict[]>(
    "GET /api/conflicts?status=active",
  )) {
    const device = byId.get(ids[0] ?? "");
    const site = device === undefined ? recorded.siteOfNetwork(networks[0] ?? "") : recorded.siteOf(device);
    told.set(`${type} ${site} ${ip}`, names.toSorted().join(" and "));
  }
  return told;
}

/** What must be told, by what was there and what is recorded. */
export function expectedOf(model: SeenModel, recorded: Recorded): Told {
  const expected = new Map<string, string>();
  const { held, devices, addresses } = recorded;
  const byId = new Map(devices.map(({ id, name }) => [id, name]));
  for (const [place, { site, ip, mac, hostname, port, isUp, isIgnored }] of model.rows) {
    const seen = { ip, mac_address: mac, hostname, switch_port: port, ignored_at: isIgnored ? "now" : null };
    const naive = standingNaively(seen, site, held);
    expected.set(`seen ${place}`, standing(naive, isUp, naive.device_id === null ? undefined : byId.get(naive.device_id)));
  }
  for (const { site, ip, deviceName } of model.missing(addresses)) expected.set(`missing ${site} ${ip} ${deviceName}`, "missing");
  for (const [place, own] of Map.groupBy(addresses, ({ site, ip }) => `${site} ${ip}`)) {
    const names = new Map(own.map(({ deviceId, deviceName }) => [deviceId, deviceName]));
    if (names.size > 1) expected.set(`duplicate_ip ${place}`, [...names.values()].toSorted().join(" and "));
  }
  for (const place of model.mismatches) expected.set(`discovery_mismatch ${place}`, "");
  return expected;
}

/** What is not told as it must be, and what is told and must not be: a sentence each. */
export function wrongIn(told: Told, expected: Told): readonly string[] {
  const notTold = [...expected].flatMap(([about, what]) => {
    const other = told.get(about);
    return other === what ? [] : [`${about}: must be told as "${what}", and is ${other === undefined ? "not told" : `told as "${other}"`}`];
  });
  const invented = [...told].flatMap(([about, what]) => (expected.has(about) ? [] : [`${about}: is told as "${what}", and must not be`]));
  return [...notTold, ...invented];
}

/** Differences between what is recorded and what is there, by kind. What is known, ignored or gone is none. */
export function differencesIn(told: Told): ReadonlyMap<string, readonly string[]> {
  const kinds = [...told].flatMap(([about, what]) => {
    const [kind = ""] = about.split(" ");
    const [status, state] = what.split(", ");
    if (kind !== "seen") return [[kind, about] as const];
    return status === "up" && (state === "unknown" || state === "differs") ? [[state, about] as const] : [];
  });
  return new Map([...Map.groupBy(kinds, ([kind]) => kind)].map(([kind, own]) => [kind, own.map(([, about]) => about)]));
}
