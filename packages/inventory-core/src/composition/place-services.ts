import { CASCADES } from "../contract/cascades.ts";
import { CLOCK, LOGGER, RECORD_EXTENSIONS, STORAGE, WRITES } from "../contract/ports.ts";
import { provide, type ServiceProvider } from "../contract/service-token.ts";
import { DEVICES, DeviceService } from "../devices/device-service.ts";
import { NETWORK_ALLOCATIONS, NetworkAllocationService } from "../networks/allocation/network-allocation-service.ts";
import { NETWORKS, NetworkService } from "../networks/network-service.ts";
import { VLAN_UPKEEP, VlanUpkeep } from "../networks/vlan-upkeep.ts";
import { serviceOf } from "../records/record-service.ts";
import { Vlan } from "../vlans/vlan.ts";
import { VLAN_ALLOCATIONS, VlanAllocationService } from "../vlans/vlan-allocation-service.ts";

/** Services of networks, VLANs and devices. */
export const placeServices: readonly ServiceProvider[] = [
  provide(
    NETWORKS,
    [STORAGE, WRITES, CASCADES, RECORD_EXTENSIONS],
    (storage, writes, follow, extensions) => new NetworkService(storage, writes, follow, extensions),
  ),
  provide(
    NETWORK_ALLOCATIONS,
    [STORAGE, WRITES, NETWORKS, RECORD_EXTENSIONS],
    (storage, writes, networks, extensions) => new NetworkAllocationService(storage, writes, networks, extensions),
  ),
  provide(
    VLAN_ALLOCATIONS,
    [STORAGE, WRITES, serviceOf(Vlan)],
    (storage, writes, vlans) => new VlanAllocationService(storage, writes, vlans),
  ),
  provide(
    VLAN_UPKEEP,
    [STORAGE, WRITES, CLOCK, LOGGER],
    (storage, writes, clock, logger) => new VlanUpkeep(storage, writes, clock, logger),
  ),
  provide(
    DEVICES,
    [STORAGE, WRITES, CASCADES, RECORD_EXTENSIONS],
    (storage, writes, follow, extensions) => new DeviceService(storage, writes, follow, extensions),
  ),
];
