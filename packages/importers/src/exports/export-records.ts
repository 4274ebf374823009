import type { Datacenter, Device, Field, Network, Pool, Relationship, Space } from "@cadastre/inventory-core";
import type { ImportKind, ImportType } from "@cadastre/inventory-core/exchange";

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

/** Records of a declared kind, for an export. */
export interface DeclaredRecords {
  readonly kind: ImportKind;
  readonly records: () => AsyncIterable<object>;
}

/** Options of exports. */
export interface ExportOptions {
  /** Records of declared kinds, each after the kinds that it refers to. */
  readonly declared?: readonly DeclaredRecords[] | undefined;
  /** Port of Prometheus targets whose address has none. */
  readonly port?: number | undefined;
}

/** The records of one type, also of a declared kind. */
export function recordsOf(records: ExportRecords, { declared = [] }: ExportOptions, type: string): AsyncIterable<object> {
  const own = declared.find(({ kind }) => kind.name === type);
  return own === undefined ? records[type as ImportType]() : own.records();
}
