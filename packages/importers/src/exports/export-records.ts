import type { Datacenter, Device, Field, Network, Pool, Relationship, Space } from "@cadastre/inventory-core";
import type { ImportType } from "@cadastre/inventory-core/exchange";

/** A record of each type, as the inventory gives it. */
export interface RecordOf {
  readonly field: Field;
  readonly space: Space;
  readonly datacenter: Datacenter;
  readonly network: Network;
  readonly pool: Pool;
  readonly device: Device;
  readonly relationship: Relationship;
}

/** Where the records of an export come from. A type that an export does not need is not asked for. */
export type ExportRecords = { readonly [Type in ImportType]: () => AsyncIterable<RecordOf[Type]> };

/** Options of exports. */
export interface ExportOptions {
  /** Port of Prometheus targets whose address has none. */
  readonly port?: number | undefined;
}
