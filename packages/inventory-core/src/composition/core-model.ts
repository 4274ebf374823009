import type { StoredModel } from "../contract/storage/storage.ts";
import { AuditEntity } from "../audit/audit.entity.ts";
import { EventEntity, SettingEntity } from "../events/event.entity.ts";
import { conflictDocuments, ConflictEntity } from "../conflicts/conflict.entity.ts";
import { AddressEntity, DeviceCountEntity, DeviceDomainEntity, DeviceEntity, DeviceTagEntity } from "../devices/device.entity.ts";
import { deviceDocuments } from "../devices/device-rows.ts";
import { discoveredDeviceDocuments, DiscoveredDeviceEntity } from "../reconciliation/discovered-device.entity.ts";
import { AddressAbsenceEntity } from "../discovery/missing/address-absence.entity.ts";
import { scanDocuments, ScanEntity } from "../discovery/scans/scan.entity.ts";
import { DroppedFieldEntity, FieldValueEntity, RecordFieldValueEntity } from "../fields/value-tables.ts";
import { networkDocuments, NetworkEntity, NetworkTagEntity } from "../networks/network.entity.ts";
import { KeyedNetworkEntity, NetworkKeyEntity } from "../networks/allocation/network-key.entity.ts";
import { AllocationKeyEntity } from "../pools/request-keys/allocation-key.entity.ts";
import { allocationDocuments } from "../pools/allocations/allocation-rows.ts";
import { AllocationEntity } from "../pools/allocations/allocation.entity.ts";
import { poolDocuments, PoolEntity } from "../pools/pool.entity.ts";
import { EffectPartEntity } from "../plans/effects/stored-effects.ts";
import { PlanEntity } from "../plans/plan.entity.ts";
import { relationshipDocuments, RelationshipEntity } from "../relationships/relationship.entity.ts";
import { CORE_KINDS } from "../core-kinds.ts";
import { recordModel } from "./records/record-model.ts";
import { VlanKeyEntity } from "../vlans/vlan-key.entity.ts";
import { RecordShapeEntity } from "../records/record-shape.entity.ts";
import { RecordTextEntity } from "../records/texts/record-text.entity.ts";
import { RecordClaimEntity } from "../records/functions/record-claim.entity.ts";
import { SubscriptionEntity } from "../events/subscriptions/subscription.entity.ts";
import { RequestKeyEntity } from "../events/request-keys/request-key.entity.ts";
import { FreeBlockEntity } from "../address-space/free-blocks/free-block.entity.ts";
import { TakenRunEntity } from "../address-space/taken-run.entity.ts";
import { NetworkUtilizationEntity, PoolUtilizationEntity, UtilizationDayEntity } from "../utilization/utilization.entity.ts";
import { comparePresentSeen } from "../reconciliation/present-seen.ts";
import { beginPresentTenures } from "../address-space/tenures/present-tenures.ts";
import { PassedAddressEntity } from "../address-space/passed-over/passed-address.entity.ts";
import { PassedRunEntity } from "../address-space/passed-over/passed-run.entity.ts";
import { TenureEntity } from "../address-space/tenures/tenure.entity.ts";
import { sharedMigrations } from "../storage/core-migrations.ts";
import { postgresqlMigrations } from "../storage/postgresql/migrations.ts";
import { sqliteMigrations } from "../storage/sqlite/migrations.ts";

/** What migrations do in code, by their names. */
const STEPS = { "core/0033-address-tenure": beginPresentTenures, "core/0036-seen-against-recorded": comparePresentSeen };

/** What the core stores, but for the records of the kinds that it declares. */
export const coreTables: StoredModel = {
  entities: [
    FieldValueEntity,
    RecordFieldValueEntity,
    DroppedFieldEntity,
    NetworkEntity,
    NetworkTagEntity,
    NetworkKeyEntity,
    VlanKeyEntity,
    KeyedNetworkEntity,
    PoolEntity,
    AllocationEntity,
    AllocationKeyEntity,
    RequestKeyEntity,
    DeviceEntity,
    AddressEntity,
    DeviceTagEntity,
    DeviceDomainEntity,
    DeviceCountEntity,
    RelationshipEntity,
    TakenRunEntity,
    TenureEntity,
    PassedAddressEntity,
    PassedRunEntity,
    FreeBlockEntity,
    ConflictEntity,
    ScanEntity,
    DiscoveredDeviceEntity,
    AddressAbsenceEntity,
    EventEntity,
    SubscriptionEntity,
    AuditEntity,
    SettingEntity,
    RecordShapeEntity,
    RecordTextEntity,
    RecordClaimEntity,
    PlanEntity,
    EffectPartEntity,
    NetworkUtilizationEntity,
    PoolUtilizationEntity,
    UtilizationDayEntity,
  ],
  documents: [
    networkDocuments,
    poolDocuments,
    allocationDocuments,
    deviceDocuments,
    relationshipDocuments,
    conflictDocuments,
    scanDocuments,
    discoveredDeviceDocuments,
  ],
  followers: [
    { name: "network_utilization", key: ["network_id", "day"], references: { network_id: "network" } },
    { name: "pool_utilization", key: ["pool_id", "day"], references: { pool_id: "pool" } },
    { name: "network_request_key", key: ["network_id", "request_key"], references: { network_id: "network" } },
    { name: "keyed_network", key: ["id"], references: { id: "network", network_id: "network" } },
  ],
  migrations: {
    sqlite: [...sqliteMigrations, ...sharedMigrations("sqlite", STEPS)],
    postgresql: [...postgresqlMigrations, ...sharedMigrations("postgresql", STEPS)],
  },
};

/** What the core stores. */
export const coreModel: StoredModel = recordModel("core", coreTables, CORE_KINDS);
