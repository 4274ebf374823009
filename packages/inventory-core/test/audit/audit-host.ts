import {
  createInventory,
  type Inventory,
  type InventoryOptions,
  KeyRing,
  type Logger,
  type OpenStorage,
  STORAGE,
  WRITES,
  SYSTEM,
} from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { AUDIT_SEALER } from "../../src/audit/sealing/audit-sealer.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";

/** Keys of nothing but tests. */
export const KEYS = ["a key of 32 bytes for tests only", "the key that came before this one", "a key that nobody has any more.."].map(
  (text) => Buffer.from(text).subarray(0, 32).toString("base64"),
) as [string, string, string];

export const RING: KeyRing = KeyRing.parse(KEYS[0]);

/** A log line that a host wrote. */
export interface Line {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A host whose audit log a test looks into. */
export interface AuditHost {
  readonly inventory: Inventory;
  readonly clock: FakeClock;
  readonly storage: OpenStorage;
  readonly lines: readonly Line[];
  /** Writes audit rows, one a change. */
  append(count: number): Promise<void>;
  /** Numbers of all rows in the order of seq; null for those that are not sealed. */
  numbers(): Promise<(number | null)[]>;
  /** Lets the sealer look, and waits until it has. */
  look(ms?: number): Promise<void>;
}

export async function startHost(place: TestDatabase, options: Partial<InventoryOptions> = {}): Promise<AuditHost> {
  const clock = (options.clock as FakeClock | undefined) ?? new FakeClock();
  const lines: Line[] = [];
  const at =
    (level: string) =>
    (message: string, fields = {}) =>
      void lines.push({ level, message, fields });
  const logger: Logger = { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
  const inventory = await createInventory({ storage: place.storage(), clock, logger, keyRing: RING, ...options });
  const storage = inventory.host.get(STORAGE);
  const numbers = async (): Promise<(number | null)[]> =>
    (await storage.read.all<{ number: number | string | null }>("select seal_number as number from audit order by seq")).map(({ number }) =>
      number === null ? null : Number(number),
    );
  return {
    inventory,
    clock,
    storage,
    lines,
    append: async (count) => {
      for (let index = 0; index < count; index += 1) {
        await inventory.host
          .get(WRITES)
          .run({ principal: SYSTEM, source: "test" }, async (change) =>
            change.audit({ action: "note", resource: "test", resourceId: String(index), after: { index } }),
          );
      }
    },
    numbers,
    look: async (ms = 500) => {
      await clock.advance(ms);
      await eventually(async () => {
        await inventory.host.get(AUDIT_SEALER).idle();
        if ((await numbers()).every((number) => number !== null)) return true;
        // What was written while the sealer looked is left to its next look.
        await clock.advance(500);
        return false;
      });
    },
  };
}

/** Waits for what goes on in the background, by turns of the event loop and not by time. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let turns = 0; turns < 20_000; turns += 1) {
    if (await condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error("it never came to be");
}

/** Numbers from 1 on. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** Lets whoever has the database do what the triggers keep others from. */
export async function dropTriggers(storage: OpenStorage): Promise<void> {
  const on = storage.dialect === "postgresql" ? " on audit" : "";
  await storage.write(async (transaction) => {
    for (const name of ["update", "delete"]) await transaction.run(`drop trigger audit_sealed_${name}${on}`);
  });
}
