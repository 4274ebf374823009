import { createInventory, type Inventory, isInventoryError, type Storage } from "@cadastre/inventory-core";
import type { Answer, Kind, Performer, Request } from "./intention.ts";

/** Where the data of a trial is. */
export type Target = { readonly storage: "sqlite"; readonly path: string } | { readonly storage: "postgresql"; readonly url: string };

/** Loads the driver that is needed, and no other: a host that is started a thousand times should start fast. */
export async function storageOf(target: Target): Promise<Storage> {
  if (target.storage === "sqlite") return (await import("@cadastre/inventory-core/sqlite")).sqlite(target.path);
  return (await import("@cadastre/inventory-core/postgresql")).postgresql(target.url);
}

type Call = (inventory: Inventory, params: readonly string[], body: never) => PromiseLike<unknown>;

const CALLS: Readonly<Record<Kind, Call>> = {
  "device.create": (inventory, _, body) => inventory.devices.create(body),
  "device.update": (inventory, [id = ""], body) => inventory.devices.update(id, body),
  "device.delete": (inventory, [id = ""]) => inventory.devices.delete(id),
  "network.create": (inventory, _, body) => inventory.networks.create(body),
  "network.delete": (inventory, [id = ""]) => inventory.networks.delete(id),
  "pool.create": (inventory, [id = ""], body) => inventory.pools.create(id, body),
  "allocation.create": (inventory, [id = ""], body) => inventory.pools.allocate(id, body),
  "allocation.delete": (inventory, [id = ""]) => inventory.allocations.release(id),
  "relationship.create": (inventory, [id = ""], body) => inventory.relationships.create(id, body),
  "relationship.delete": (inventory, [id = "", child = "", type = ""]) => inventory.relationships.delete(id, child, type),
};

/** The engine in this process. */
export class LibraryPerformer implements Performer {
  readonly inventory: Inventory;

  private constructor(inventory: Inventory) {
    this.inventory = inventory;
  }

  static async open(target: Target): Promise<LibraryPerformer> {
    return new LibraryPerformer(await createInventory({ storage: await storageOf(target) }));
  }

  async perform({ kind, params, body }: Request): Promise<Answer> {
    try {
      const result: unknown = await CALLS[kind](this.inventory, params, (body ?? {}) as never);
      return { status: "ok", result };
    } catch (error) {
      return { status: "refused", code: isInventoryError(error) ? error.code : String(error) };
    }
  }
}
