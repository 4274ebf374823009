import type { OpenStorage, ScanReach } from "@cadastre/inventory-core";
import type { SnmpTarget } from "../session/snmp-target.ts";
import type { SnmpTargetSource } from "../snmp-tables-scanner.ts";
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
}

/** The devices that are listed and may be asked from this host, with their credentials. */
export class ListedTargetSource implements SnmpTargetSource {
  readonly #storage: OpenStorage;
  readonly #vault: CredentialVault;
  readonly #reach: ScanReach;

  constructor(storage: OpenStorage, vault: CredentialVault, reach: ScanReach) {
    this.#storage = storage;
    this.#vault = vault;
    this.#reach = reach;
  }

  /** @throws ENCRYPTION_KEY_MISSING, ENCRYPTION_KEY_UNKNOWN, SECRET_DAMAGED */
  async targetsFor(networkId: string | undefined): Promise<{ targets: readonly SnmpTarget[]; warnings: readonly string[] }> {
    const rows = await this.#enabled();
    const datacenterId = rows.length === 0 || networkId === undefined ? null : await this.#datacenterOf(networkId);
    const { listed, warnings } = this.#reachable(rows, (device) => isFor(device, networkId, datacenterId));
    return { targets: listed.map(({ target }) => target), warnings };
  }

  /** All that may be asked. @throws as {@link targetsFor} */
  async all(): Promise<ListedTargets> {
    return this.#reachable(await this.#enabled(), () => true);
  }

  /** One device, enabled or not, and why it may not be asked. @throws as {@link targetsFor} */
  one(row: SnmpDeviceRow): ListedTargets {
    return this.#reachable([row], () => true);
  }

  async #enabled(): Promise<readonly SnmpDeviceRow[]> {
    return await this.#storage.read.all<SnmpDeviceRow>(
      `select ${snmpDeviceTable.columns.join(", ")} from snmp_device where enabled = 1 order by name, id limit ${MAX_LISTED}`,
    );
  }

  async #datacenterOf(networkId: string): Promise<string | null> {
    const row = await this.#storage.read.get<{ datacenter_id: string | null }>("select datacenter_id from network where id = ?", [
      networkId,
    ]);
    return row?.datacenter_id ?? null;
  }

  #reachable(rows: readonly SnmpDeviceRow[], isWanted: (device: SnmpDevice) => boolean): ListedTargets {
    const listed: ListedTarget[] = [];
    const warnings: string[] = [];
    for (const row of rows) {
      const device = snmpDeviceDocuments.read(row.doc);
      if (!isWanted(device)) continue;
      const { id, name, address, port } = device;
      const refusal = this.#reach.refusal(address);
      if (refusal !== null) {
        warnings.push(`the SNMP device ${name} is not asked: its address ${address} ${refusal}`);
        continue;
      }
      if (listed.length === MAX_TARGETS) {
        warnings.push(`only the first ${MAX_TARGETS} SNMP devices by name are asked`);
        break;
      }
      const credentials = credentialsOf(device, this.#vault.open(id, row.credentials));
      listed.push({ device, target: { id, name, address, port, credentials } });
    }
    return { listed, warnings };
  }
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
