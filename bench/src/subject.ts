import type { Inventory } from "@cadastre/inventory-core";

/** An inventory on one storage, and the same database without us: the limit of what can be reached on it. */
export interface Subject {
  readonly storage: string;
  /** Version and durability of the database, for the report. */
  readonly about: string;
  readonly inventory: Inventory;
  /** One row by its primary key. */
  lookup(poolId: string): Promise<unknown> | unknown;
  /** Every document of `device`, in the order of the list. @returns its characters */
  readDocuments(): Promise<number> | number;
  /** One row in a transaction of its own, as durable as the storage makes its own. */
  commit(text: string): Promise<unknown> | unknown;
  close(): Promise<void>;
}

export const DOCUMENTS = "select doc from device order by name, id";
