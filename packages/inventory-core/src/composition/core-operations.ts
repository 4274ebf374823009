import { type AnyOperation, record } from "../contract/operations/operation.ts";
import { addressOperations } from "../addresses/address.operations.ts";
import { auditOperations } from "../audit/audit.operations.ts";
import { callerOperations, configOperations } from "../callers/caller.operations.ts";
import { conflictOperations } from "../conflicts/conflict.operations.ts";
import { dashboardOperations } from "../dashboard/dashboard.operations.ts";
import { datacenterDeviceOperations } from "../datacenters/datacenter.operations.ts";
import { deviceKeyOperations, deviceOperations, networkDeviceOperations } from "../devices/device.operations.ts";
import { deviceBulkOperations } from "../devices/bulk/device-bulk.operations.ts";
import { discoveredDeviceOperations, scanOperations } from "../discovery/discovery.operations.ts";
import { eventOperations } from "../events/event.operations.ts";
import { exportOperations } from "../exports/export.operations.ts";
import { deviceHistoryOperations, networkHistoryOperations, poolHistoryOperations } from "../history/history.operations.ts";
import { importOperations } from "../import/import.operations.ts";
import { manifestOperations } from "../manifest/manifest.operations.ts";
import { nameOperations } from "../names/name.operations.ts";
import { networkPlanOperations } from "../network-plans/network-plan.operations.ts";
import { networkBulkOperations } from "../networks/bulk/network-bulk.operations.ts";
import { networkKeyOperations, networkOperations } from "../networks/network.operations.ts";
import { allocationOperations, networkAddressOperations, poolKeyOperations, poolOperations } from "../pools/pool.operations.ts";
import { planOperations } from "../plans/plan.operations.ts";
import { relatedDeviceOperations, relationshipOperations } from "../relationships/relationship.operations.ts";
import { vlanAllocationOperations } from "../vlans/vlan.operations.ts";
import { vlanPlanOperations } from "../network-plans/vlan-plan.operations.ts";
import { CORE_KINDS } from "../core-kinds.ts";
import { recordOperations } from "./records/record-operations.ts";
import { searchOperations } from "../search/search.operations.ts";
import { searchResultsWith } from "../search/search.ts";
import { undoOperations } from "../undo/undo.operations.ts";
import { networkUtilizationOperations, poolUtilizationOperations } from "../utilization/utilization.operations.ts";

/** Operations of the core by resource. */
export const coreOperations = {
  datacenters: datacenterDeviceOperations,
  networks: {
    ...networkOperations,
    ...networkBulkOperations,
    ...networkDeviceOperations,
    ...networkAddressOperations,
    ...networkPlanOperations,
    ...networkHistoryOperations,
    ...networkUtilizationOperations,
  },
  vlanGroups: { ...vlanAllocationOperations, ...vlanPlanOperations },
  pools: { ...poolOperations, ...poolHistoryOperations, ...poolUtilizationOperations },
  allocations: allocationOperations,
  addresses: addressOperations,
  devices: { ...deviceOperations, ...deviceBulkOperations, ...relatedDeviceOperations, ...deviceHistoryOperations },
  relationships: relationshipOperations,
  conflicts: conflictOperations,
  scans: scanOperations,
  discoveredDevices: discoveredDeviceOperations,
  search: searchOperations,
  names: nameOperations,
  dashboard: dashboardOperations,
  exports: exportOperations,
  events: eventOperations,
  audit: auditOperations,
  import: importOperations,
  plans: planOperations,
  changes: undoOperations,
};

/** Operations of the core by resource, with those of the library alone: the methods of an inventory. */
export const libraryOperations = {
  ...coreOperations,
  networks: { ...coreOperations.networks, ...networkKeyOperations },
  pools: { ...coreOperations.pools, ...poolKeyOperations },
  devices: { ...coreOperations.devices, ...deviceKeyOperations },
};

/** {@link coreOperations} as one list, for edges that only translate, with what only callers from outside ask: a program knows who it
 * is, and has the operations themselves. */
export const coreOperationList: readonly AnyOperation[] = [
  ...Object.values(coreOperations),
  callerOperations,
  configOperations,
  manifestOperations,
].flatMap((group) => Object.values(group) as unknown as readonly AnyOperation[]);

/** The search over everything finds records of the kinds that the core declares. */
const search = { all: { ...searchOperations.all, output: record(searchResultsWith(CORE_KINDS)) } };

/** {@link libraryOperations}, and the operations of the kinds that the core declares. */
export const libraryGroups: Readonly<Record<string, object>> = {
  ...libraryOperations,
  search,
  ...recordOperations(CORE_KINDS, coreOperationList),
};

/** {@link libraryGroups} as one list. */
export const libraryMethods: readonly AnyOperation[] = Object.values(libraryGroups).flatMap(
  (group) => Object.values(group) as unknown as readonly AnyOperation[],
);
