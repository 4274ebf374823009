import type { OpenStorage, Queries } from "@cadastre/inventory-core";
import type { ScanAffinity, ScanReach, ServedPlaces } from "@cadastre/inventory-core/discovery";
import type { SnmpTarget } from "../session/snmp-target.ts";
import type { SnmpTargets, SnmpTargetSource } from "../snmp-tables-scanner.ts";
import { credentialsOf, type CredentialVault } from "./credential-vault.ts";
import type { SnmpDevice } from "./snmp-device.ts";
import { snmpDeviceDocuments, type SnmpDeviceRow, snmpDeviceTable } from "./snmp-device.entity.ts";

/** Devices that are asked for one scan, or one plan. */
const MAX_TARGETS = 500;
/** Records that are looked through for them. */
const MAX_LISTED = 5000;

/** A device that may be asked, with its record. */
export interface ListedTarget {
  readonly device: SnmpDevice;
  readonly target: SnmpTarget;
}

/** Devices that may be asked, and why others are not. */
export interface ListedTargets {
  readonly listed: readonly ListedTarget[];
  readonly warnings: readonly string[];
  /** Devices that agents ask. */
  readonly away: readonly SnmpDevice[];
}

/** What listed devices are found with. */
export interface ListedTargetParts {
  readonly storage: OpenStorage;
  readonly vault: CredentialVault;
  readonly reach: ScanReach;
  readonly affinity: ScanAffinity;
}

/** Why a device is not asked, in a sentence that goes on after its name; null when it is. */
type Refusal = (device: SnmpDevice) => string | null;

/** The devices that are listed, of those that may be asked, with their credentials. */
export class ListedTargetSource implements SnmpTargetSource {
  readonly #parts: ListedTargetParts;

  constructor(parts: ListedTargetParts) {
    this.#parts = parts;
  }

  /** For a scan of this host. @throws ENCRYPTION_KEY_MISSING, ENCRYPTION_KEY_UNKNOWN, SECRET_DAMAGED */
  async targetsFor(networkId: string | undefined): Promise<SnmpTargets> {
    const isNear: Refusal = ({ address }) => addressRefusal(address, this.#parts.reach.refusal(address));
    return await this.#scanned(networkId, () => true, isNear);
  }

  /**
   * For a scan of an agent. A device that names neither a network nor a datacenter is asked by servers alone: what it is asked with is
   * not for every site. @throws as {@link targetsFor}
   */
  async targetsAt(networkId: string): Promise<SnmpTargets> {
    const isThere: Refusal = ({ address }) => addressRefusal(address, this.#parts.reach.refusalElsewhere(address));
    return await this.#scanned(networkId, isOfSites, isThere);
  }

  /** All that may be asked from this host. @throws as {@link targetsFor} */
  async all(): Promise<ListedTargets> {
    return await this.#here(await this.#enabled());
  }

  /** One device, enabled or not, and why it may not be asked from this host. @throws as {@link targetsFor} */
  async one(row: SnmpDeviceRow): Promise<ListedTargets> {
    return await this.#here([row]);
  }

  async #scanned(networkId: string | undefined, isWanted: (device: SnmpDevice) => boolean, refusal: Refusal): Promise<SnmpTargets> {
    const rows = await this.#enabled();
    const datacenterId = rows.length === 0 || networkId === undefined ? null : await this.#datacenterOf(networkId);
    const wanted = rows.filter(({ doc }) => {
      const device = snmpDeviceDocuments.read(doc);
      return isWanted(device) && isFor(device, networkId, datacenterId);
    });
    const { listed, warnings } = this.#listed(wanted, refusal);
    return { targets: listed.map(({ target }) => target), warnings };
  }

  /** Where an agent scans, an address may be somebody else's than here: what a device is asked with is not sent there. */
  async #here(rows: readonly SnmpDeviceRow[]): Promise<ListedTargets> {
    const { storage, reach, affinity } = this.#parts;
    const devices = rows.map(({ doc }) => snmpDeviceDocuments.read(doc));
    const networkIds = [...new Set(devices.flatMap(({ network_ids: ids }) => ids))];
    const datacenterIds = [...new Set(devices.flatMap(({ datacenter_id: id }) => (id === null ? [] : [id])))];
    const networks = await affinity.agentsOf(storage.read, networkIds);
    const datacenters = await affinity.agentsOfDatacenters(storage.read, datacenterIds);
    const known = new Set([...(await this.#existing("network", networkIds)), ...(await this.#existing("datacenter", datacenterIds))]);
    /** Where it is, of what is still there: what was deleted may have been an agent's. */
    const placesOf = ({ network_ids: ids, datacenter_id: datacenter }: SnmpDevice): readonly string[] =>
      (ids.length > 0 ? ids : [datacenter ?? ""]).filter((id) => known.has(id));
    const isAway = (device: SnmpDevice): boolean => {
      const places = placesOf(device);
      return places.length > 0 && places.every((id) => networks.has(id) || datacenters.has(id));
    };
    const areAway = devices.map(isAway);
    const away = devices.filter((_, at) => areAway[at]);
    const near = rows.filter((_, at) => !areAway[at]);
    const { listed, warnings } = this.#listed(near, (device) =>
      isOfSites(device) && placesOf(device).length === 0
        ? "is not asked: what it names of networks and datacenters does not exist any more"
        : addressRefusal(device.address, reach.refusal(device.address)),
    );
    const rest = away.length > MAX_TARGETS ? [`only the first ${MAX_TARGETS} SNMP devices by name that agents ask are looked at`] : [];
    return { listed, warnings: [...warnings, ...rest], away: away.slice(0, MAX_TARGETS) };
  }

  async #existing(table: "datacenter" | "network", ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const rows = await this.#parts.storage.read.all<{ id: string }>(`select id from ${table} where id = any(?)`, [ids]);
    return rows.map(({ id }) => id);
  }

  async #enabled(): Promise<readonly SnmpDeviceRow[]> {
    return await this.#parts.storage.read.all<SnmpDeviceRow>(
      `select ${snmpDeviceTable.columns.join(", ")} from snmp_device where enabled = 1 order by name, id limit ${MAX_LISTED}`,
    );
  }

  async #datacenterOf(networkId: string): Promise<string | null> {
    const row = await this.#parts.storage.read.get<{ datacenter_id: string | null }>("select datacenter_id from network where id = ?", [
      networkId,
    ]);
    return row?.datacenter_id ?? null;
  }

  #listed(rows: readonly SnmpDeviceRow[], refusal: Refusal): Omit<ListedTargets, "away"> {
    const listed: ListedTarget[] = [];
    const warnings: string[] = [];
    for (const row of rows) {
      const device = snmpDeviceDocuments.read(row.doc);
      const { id, name, address, port } = device;
      const reason = refusal(device);
      if (reason !== null) {
        warnings.push(`the SNMP device ${name} ${reason}`);
        continue;
      }
      if (listed.length === MAX_TARGETS) {
        warnings.push(`only the first ${MAX_TARGETS} SNMP devices by name are asked`);
        break;
      }
      const credentials = credentialsOf(device, this.#parts.vault.open(id, row.credentials));
      listed.push({ device, target: { id, name, address, port, credentials } });
    }
    return { listed, warnings };
  }
}

/** Why a server does not ask it. */
export const askedByAgent = ({ name }: SnmpDevice): string => `the SNMP device ${name} is asked by an agent, in scans of its networks`;

const addressRefusal = (address: string, reason: string | null): string | null =>
  reason === null ? null : `is not asked: its address ${address} ${reason}`;

/** A device that is asked at the site where it is: one that names neither networks nor a datacenter is asked by servers alone. */
const isOfSites = ({ network_ids: networks, datacenter_id: datacenter }: SnmpDevice): boolean => networks.length > 0 || datacenter !== null;

/** Whether an agent reads a device for the scans of a network. @param home datacenter of the network */
export const isReadAtSite = (device: SnmpDevice, networkId: string, home: string | null): boolean =>
  isOfSites(device) && isFor(device, networkId, home);

/** Whether an agent that serves some places reads any device, enabled or not. */
export async function areReadAt(queries: Queries, { networkIds, datacenterIds }: ServedPlaces): Promise<boolean> {
  const rows = await queries.all<{ doc: string }>("select doc from snmp_device");
  const devices = rows.map(({ doc }) => snmpDeviceDocuments.read(doc)).filter(isOfSites);
  const named = [...new Set([...networkIds, ...devices.flatMap(({ network_ids: ids }) => ids)])];
  const homes = await queries.all<{ id: string; datacenter_id: string | null }>("select id, datacenter_id from network where id = any(?)", [
    named,
  ]);
  const [networks, datacenters] = [new Set(networkIds), new Set(datacenterIds)];
  const served = homes.filter(({ id, datacenter_id: home }) => networks.has(id) || (home !== null && datacenters.has(home)));
  return devices.some(
    (device) =>
      served.some(({ id, datacenter_id: home }) => isFor(device, id, home)) ||
      (device.network_ids.length === 0 && device.datacenter_id !== null && datacenters.has(device.datacenter_id)),
  );
}

/** Whether a device is read for the scans of a network. */
function isFor(
  { network_ids: networks, datacenter_id: datacenter }: SnmpDevice,
  networkId: string | undefined,
  home: string | null,
): boolean {
  if (networks.length > 0) return networkId !== undefined && networks.includes(networkId);
  return datacenter === null || datacenter === home;
}
