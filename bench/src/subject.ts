import type { Inventory, InventoryOptions, Plugin, Storage } from "@cadastre/inventory-core";
import type { RawDatabase, StorageName } from "./raw/raw-database.ts";

/** A database with an inventory on it, and connections to it without us: the limit of what can be reached on it. */
export interface Subject {
  readonly storage: StorageName;
  readonly inventory: Inventory;
  readonly raw: RawDatabase;
  /** DATABASE_URL of the database, for other processes. */
  readonly url: string;
  /** Another connection to it. */
  connect(): Promise<RawDatabase>;
  /** Tells the database how much it has of what, after rows were loaded. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A storage in place of another. */
export type Through = (storage: Storage) => Storage;

/** What an inventory of a workload has of its own. */
export interface OpenOptions {
  /** What its storage is made of its own. */
  readonly through?: Through;
  readonly plugins?: readonly Plugin[];
  /** Clock and ids that the inventory goes by, in place of the usual ones. */
  readonly options?: Pick<InventoryOptions, "bind" | "clock">;
}

/** A database server, or a folder for database files. */
export interface Engine {
  readonly storage: StorageName;
  /** Version and durability of the database, for the report. */
  readonly about: string;
  /** A new, empty database. */
  open(options?: OpenOptions): Promise<Subject>;
  close(): Promise<void>;
}
