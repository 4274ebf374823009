// Checked by `npx --yes pnpm@12 typecheck` as well: that the errors of an operation are in its type, and others do not compile.
import {
  coreErrors,
  createInventory,
  defineErrors,
  defineOperation,
  defineOperations,
  type DetailsOf,
  empty,
  errorOf,
  type ErrorsOf,
  isErrorOf,
  type OperationError,
  type OperationErrors,
  type OperationErrorsOf,
  serviceToken,
} from "@cadastre/inventory-core";
import { methodErrors } from "@cadastre/inventory-core/protocol";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { expect, expectTypeOf, it } from "vitest";
import type { libraryOperations } from "../../src/composition/core-operations.ts";

const drawerErrors = defineErrors({ DRAWER_STUCK: errorOf("conflict", "it does not open", ({ drawer }: { drawer: string }) => drawer) });

const drawerOperations = defineOperations("drawers", {
  open: defineOperation({
    summary: "Open a drawer",
    service: serviceToken<object>("drawers"),
    access: "drawer:open",
    http: { method: "POST", path: "/api/drawers/{id}", status: 204 },
    output: empty,
    errors: ["DRAWER_STUCK"],
    run: async () => undefined,
  }),
});

declare module "@cadastre/inventory-core" {
  interface ErrorDetails extends DetailsOf<typeof drawerErrors> {}
  interface OperationErrors extends OperationErrorsOf<typeof drawerOperations> {}
}

type Groups = typeof libraryOperations;

/** Ids of the operations of the engine that declare a code which the generated list lacks. */
type Forgotten = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]]: Groups[Group][Name] extends {
      readonly id: infer Id extends keyof OperationErrors;
      readonly errors?: infer List;
    }
      ? NonNullable<List> extends readonly (infer Code)[]
        ? [Code] extends [OperationErrors[Id]]
          ? never
          : Id
        : Id
      : `${Group}.${Name & string} is missing`;
  }[keyof Groups[Group]];
}[keyof Groups];

it("names for each operation the codes that it declares", () => {
  // The compiler names what is not `never`.
  void ((forgotten: Forgotten): never => forgotten);
  expectTypeOf<"POOL_NOT_FOUND" | "IP_NOT_AVAILABLE" | "CONFLICT">().toExtend<OperationErrors["pools.allocate"]>();
  expectTypeOf<OperationError<"devices.get">["code"]>().toEqualTypeOf<OperationErrors["devices.get"]>();
  // @ts-expect-error -- an operation that does not exist
  expectTypeOf<OperationErrors["pools.alocate"]>().toBeNever();
});

it("narrows an error to those of an operation, so that a typo or a code of another operation does not compile", async () => {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const id = "01890000-0000-7000-8000-000000000000";
  const error: unknown = await inventory.pools.allocate(id).catch((reason: unknown) => reason);
  if (!isErrorOf(error, "pools.allocate")) throw error;
  // @ts-expect-error -- an error of devices
  expect(error.code).not.toBe("DEVICE_NOT_FOUND" satisfies typeof error.code);
  if (error.code !== "POOL_NOT_FOUND") throw error;
  expect(error.details.id).toBe(id);
  expect(isErrorOf(error, "devices.get")).toBe(false);
  expect(isErrorOf(new Error("of something else"), "pools.allocate")).toBe(false);
});

it("covers a switch over every code of an operation", () => {
  const explain = (error: OperationError<"networks.utilizations">): string => {
    switch (error.code) {
      case "UNAVAILABLE":
      case "INVENTORY_CLOSED":
        return "later";
      case "UNAUTHORIZED":
      case "FORBIDDEN":
      case "TRANSACTION_OPEN":
        return "never";
    }
  };
  const refused = coreErrors.FORBIDDEN({ permission: "network:list" });
  expect(isErrorOf(refused, "networks.utilizations") && explain(refused)).toBe("never");
});

it("knows the operations of a plugin, by what it defined", () => {
  expectTypeOf<"DRAWER_STUCK" | "FORBIDDEN">().toExtend<OperationErrors["drawers.open"]>();
  expectTypeOf<ErrorsOf<(typeof drawerOperations)["open"]>>().toEqualTypeOf<OperationErrors["drawers.open"]>();
  const stuck: unknown = drawerErrors.DRAWER_STUCK({ drawer: "A" });
  expect(isErrorOf(stuck, drawerOperations.open) && stuck.code === "DRAWER_STUCK" && stuck.details.drawer).toBe("A");
  expect(methodErrors(drawerOperations.open)).toEqual([
    "DRAWER_STUCK",
    "UNAVAILABLE",
    "READ_ONLY",
    "UNAUTHORIZED",
    "FORBIDDEN",
    "INVALID_INPUT",
    "ARGUMENT_INVALID",
    "INVENTORY_CLOSED",
    "TRANSACTION_OPEN",
  ]);
});
