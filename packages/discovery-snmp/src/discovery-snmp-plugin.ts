import {
  type AnyOperation,
  CLOCK,
  definePlugin,
  type Host,
  LOGGER,
  type Plugin,
  provide,
  SECRETS,
  serviceToken,
  STORAGE,
  WRITES,
} from "@cadastre/inventory-core";
import { PLAN_MAKER, SCAN_AFFINITY, SCAN_REACH, SITE_WITNESSES } from "@cadastre/inventory-core/discovery";
import { CredentialVault, snmpSecretColumns } from "./devices/credential-vault.ts";
import { DEVICE_TEST, DeviceTest } from "./devices/device-test.ts";
import { ListedTargetSource } from "./devices/listed-targets.ts";
import { SnmpSiteWitnesses } from "./devices/site-witnesses.ts";
import { snmpDeviceDocuments, snmpDeviceTable } from "./devices/snmp-device.entity.ts";
import { SNMP_DEVICES, SnmpDeviceService } from "./devices/snmp-device-service.ts";
import { hearingTable } from "./links/hearing.entity.ts";
import { LINK_PLANNER, LinkPlanner } from "./links/link-planner.ts";
import { SITE_HEARINGS, SiteHearings } from "./links/site-hearings.ts";
import { DEVICE_TURNS, DeviceTurns } from "./devices/device-turns.ts";
import { DiscoverySnmpOptions, settingsOf } from "./snmp-options.ts";
import { SnmpTablesScanner } from "./snmp-tables-scanner.ts";
import { snmpDeviceOperations } from "./snmp.operations.ts";
import { snmpPermissions } from "./snmp.permissions.ts";
import { snmpMigrations } from "./storage-migrations.ts";

const VAULT = serviceToken<CredentialVault>("snmp-credential-vault");
const LISTED_TARGETS = serviceToken<ListedTargetSource>("snmp-listed-targets");

/**
 * Switches and routers as witnesses: scans read their tables by SNMP, and what they hear of each other becomes plans.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), keyRing, plugins: [discoveryScannerPlugin(), discoverySnmpPlugin()] })
 */
export function discoverySnmpPlugin(options: DiscoverySnmpOptions = {}): Plugin {
  const { scan, deviceTimeMs } = settingsOf(options);
  // The scanner is there before the host is, which has the devices.
  let host: Host | undefined;
  const scanner = new SnmpTablesScanner({
    source: {
      targetsFor: async (networkId) =>
        host === undefined ? { targets: [], warnings: [] } : await host.get(LISTED_TARGETS).targetsFor(networkId),
    },
    deviceTimeMs,
  });
  return definePlugin({
    id: "discovery-snmp",
    source: { module: "@cadastre/discovery-snmp", name: "discoverySnmpPlugin" },
    features: ["snmp"],
    model: {
      entities: [snmpDeviceTable.entity, hearingTable.entity],
      migrations: snmpMigrations,
      documents: [snmpDeviceDocuments],
      followers: [{ name: "snmp_hearing", key: ["device_id"], references: { network_id: "network", device_id: "snmp_device" } }],
    },
    encryptedColumns: snmpSecretColumns,
    replaces: [
      provide(
        SITE_WITNESSES,
        [LISTED_TARGETS, SITE_HEARINGS, LOGGER],
        (source, hearings, logger) => new SnmpSiteWitnesses(source, hearings, logger),
      ),
    ],
    services: [
      provide(VAULT, [SECRETS], (secrets) => new CredentialVault(secrets)),
      provide(SNMP_DEVICES, [STORAGE, WRITES, VAULT], (storage, writes, vault) => new SnmpDeviceService(storage, writes, vault)),
      provide(
        LISTED_TARGETS,
        [STORAGE, VAULT, SCAN_REACH, SCAN_AFFINITY],
        (storage, vault, reach, affinity) => new ListedTargetSource({ storage, vault, reach, affinity }),
      ),
      provide(DEVICE_TURNS, [], () => new DeviceTurns()),
      provide(
        DEVICE_TEST,
        [STORAGE, LISTED_TARGETS, DEVICE_TURNS],
        (storage, source, turns) => new DeviceTest(storage, source, turns, deviceTimeMs),
      ),
      provide(SITE_HEARINGS, [STORAGE], (storage) => new SiteHearings(storage)),
      provide(
        LINK_PLANNER,
        [STORAGE, PLAN_MAKER, LISTED_TARGETS, SITE_HEARINGS, CLOCK, DEVICE_TURNS],
        (storage, plans, source, hearings, clock, turns) =>
          new LinkPlanner({ storage, plans, source, hearings, clock, turns, deviceTimeMs }),
      ),
    ],
    permissions: snmpPermissions,
    operations: Object.values(snmpDeviceOperations) as unknown as readonly AnyOperation[],
    scanners: scan ? [scanner] : [],
    options: DiscoverySnmpOptions,
    start: (started) => {
      host = started;
    },
  });
}
