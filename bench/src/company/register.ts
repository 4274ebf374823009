import type { Device } from "@cadastre/inventory-core";
import type { Call } from "./caller.ts";
import { LANS, type Machine, type SiteName, SITES } from "./machines.ts";
import type { Truth } from "./truth.ts";

/** A site as the register has it. */
export interface RecordedSite {
  readonly name: SiteName;
  readonly datacenterId: string;
  /** Networks in the order of {@link LANS}. */
  readonly networkIds: readonly string[];
}

/** Records all sites with their networks, and most of what is there; some of it wrongly. */
export async function recordCompany(call: Call, truth: Truth): Promise<readonly RecordedSite[]> {
  const sites: RecordedSite[] = [];
  for (const name of SITES) {
    const { id: datacenterId } = await call<{ id: string }>("POST /api/datacenters", { name });
    const networkIds: string[] = [];
    for (const { subnet } of LANS) {
      const body = { name: `${name} ${subnet}`, subnet, datacenter_id: datacenterId };
      networkIds.push((await call<{ id: string }>("POST /api/networks", body)).id);
    }
    const own = truth.machines.filter(({ site }) => site === name);
    const bodies = [...own.flatMap((machine, index) => recorded(machine, index, own)), ...neverThere(name, truth)];
    const { errors } = await call<{ errors: readonly unknown[] }>(
      "POST /api/devices/bulk",
      bodies.map((body) => ({ ...body, datacenter_id: datacenterId })),
    );
    if (errors.length > 0) throw new Error(`devices were not recorded: ${JSON.stringify(errors)}`);
    sites.push({ name, datacenterId, networkIds });
  }
  return sites;
}

type DeviceBody = Pick<Device, "name" | "hostname" | "status"> & {
  readonly addresses: readonly Partial<Device["addresses"][number]>[];
  readonly domains?: readonly string[];
};

/** As people record machines: not all, not everything, not always rightly. */
function recorded(machine: Machine, index: number, all: readonly Machine[]): readonly DeviceBody[] {
  if (index % 16 === 5) return [];
  const { name, ips, port } = machine;
  const mac = index % 6 === 1 ? "" : index % 33 === 2 ? (all[index + 1]?.mac ?? "") : machine.mac;
  const hostname = index % 7 === 4 ? "" : index % 31 === 9 ? "wrong.corp.example" : index % 2 === 0 ? name : `${name}.corp.example`;
  const device: DeviceBody = {
    name,
    hostname,
    status: index % 14 === 8 ? "maintenance" : index % 14 === 12 ? "planned" : "active",
    addresses: ips.map((ip) => ({ ip, mac, switch_port: index % 29 === 0 ? "Gi9/9/9" : index % 2 === 0 ? port : "" })),
    ...(index % 31 === 9 ? { domains: [`${name}.corp.example`] } : {}),
  };
  return index % 47 === 20 ? [device, { ...device, name: `${name} again`, hostname: "", addresses: [{ ip: ips[0] as string }] }] : [device];
}

/** Devices that are recorded, and were never there. */
function neverThere(site: SiteName, truth: Truth): readonly DeviceBody[] {
  return [1, 2, 3, 4].map((each) => ({
    name: `${site} never there ${each}`,
    hostname: "",
    status: each === 4 ? "planned" : "active",
    addresses: [{ ip: truth.freeIp(site, "198.18.0.1", each === 2), mac: each === 3 ? "3c:52:82:ee:ee:03" : "" }],
  }));
}
