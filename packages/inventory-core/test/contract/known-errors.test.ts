// Checked by `npx --yes pnpm@12 typecheck` as well: that codes are known, with their details, and others do not compile.
import {
  coreErrors,
  createInventory,
  defineErrors,
  type DetailsOf,
  type ErrorCode,
  type ErrorDetails,
  errorOf,
  type FieldProblems,
  InventoryError,
  isInventoryError,
  type KnownError,
} from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, expectTypeOf, it } from "vitest";

const shelfErrors = defineErrors({
  SHELF_FULL: errorOf("exhausted", "nothing fits", ({ shelf, free }: { shelf: string; free: number }) => `${shelf} has ${free} left`),
});

declare module "@cadastre/inventory-core" {
  interface ErrorDetails extends DetailsOf<typeof shelfErrors> {}
}

it("knows the details of an error by its code", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const id = "01890000-0000-7000-8000-000000000000";
  const error: unknown = await inventory.pools.get(id).catch((reason: unknown) => reason);
  if (!isInventoryError(error) || error.code !== "POOL_NOT_FOUND") throw error;
  expectTypeOf(error.details).toEqualTypeOf<{ id: string }>();
  expect(error.details.id).toBe(id);
  const wrong: unknown = await inventory.networks.create({ name: "", subnet: "x" }).catch((reason: unknown) => reason);
  if (!isInventoryError(wrong) || wrong.code !== "VALIDATION_ERROR") throw wrong;
  expectTypeOf(wrong.details).toEqualTypeOf<FieldProblems>();
  expect(Object.keys(wrong.details)).toEqual(["name", "subnet"]);
});

it("does not compile with a code that nobody declares, nor with details that a code does not have", () => {
  const codeOf = (error: unknown): string => {
    if (!isInventoryError(error)) return "none";
    // @ts-expect-error -- a typo
    if (error.code === "POOL_NOT_FUOND") return "typo";
    // @ts-expect-error -- the pool has no name here
    if (error.code === "POOL_NOT_FOUND") return String(error.details.name);
    // @ts-expect-error -- of which code is not known yet
    return String(error.details.id);
  };
  expect(codeOf(coreErrors.NOT_FOUND({ what: "scan" }))).toBe("undefined");
  // @ts-expect-error -- another typo
  const typo: ErrorCode = "VALIDATION_EROR";
  expect(typo).not.toBe("VALIDATION_ERROR" satisfies ErrorCode);
});

it("knows the errors of a plugin that adds them, and of the engine still", () => {
  expectTypeOf<ErrorDetails["SHELF_FULL"]>().toEqualTypeOf<{ shelf: string; free: number }>();
  expectTypeOf<ErrorDetails["PLUGIN_CYCLE"]["cycle"]>().toEqualTypeOf<readonly string[]>();
  expectTypeOf<DetailsOf<typeof shelfErrors>>().toEqualTypeOf<{ readonly SHELF_FULL: { shelf: string; free: number } }>();
  const leftOn = (error: unknown): number => (isInventoryError(error) && error.code === "SHELF_FULL" ? error.details.free : 0);
  expect(leftOn(shelfErrors.SHELF_FULL({ shelf: "A", free: 3 }))).toBe(3);
});

it("holds every known error for an InventoryError, so that functions for one take the other", () => {
  expectTypeOf<KnownError>().toExtend<InventoryError>();
  const unknownHere: InventoryError = new InventoryError({ code: "OF_A_PLUGIN", kind: "invalid", message: "said by a plugin" });
  expect(isInventoryError(unknownHere)).toBe(true);
});
