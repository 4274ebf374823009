// Checked by `npx --yes pnpm@12 typecheck`: that the generated interface of the library is the one that its operations have.
import type { z } from "zod";
import { describe, expectTypeOf, it } from "vitest";
import type { libraryOperations } from "../../src/composition/core-operations.ts";
import type { DiscoveryOptions as Options, InventoryServices } from "../../src/contract/generated/api.ts";
import type { DiscoveryOptions } from "../../src/discovery/discovery-options.ts";
import type { Facade, Method, PagedRecordList } from "../../src/contract/operations/facade.ts";

/** A type with every interface, alias and intersection in it written out, so that nothing but its shape is compared. */
type Shape<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | AbortSignal
    ? T
    : T extends Promise<infer Value>
      ? { promise: Shape<Value> }
      : T extends PromiseLike<(infer Item)[]>
        ? { list: Shape<Item>; paged: T extends PagedRecordList<unknown> ? true : false }
        : T extends Iterable<infer Item>
          ? { items: Shape<Item>; fixed: T extends readonly unknown[] ? true : false }
          : T extends AsyncIterable<infer Item>
            ? { each: Shape<Item> }
            : { [Key in keyof T]: Shape<T[Key]> };

/** Whether two types are identical: a field that one of them lacks, also one that may be left out, is a difference. */
type Same<A, B> = (<T>() => T extends Shape<A> ? 1 : 2) extends <T>() => T extends Shape<B> ? 1 : 2 ? true : false;

// oxlint-disable-next-line typescript/no-explicit-any -- any method
type AnyMethod = (...args: any[]) => unknown;

/** Arguments in order, those that may be left out included. */
type Arguments<M> = M extends AnyMethod ? { [Index in keyof Required<Parameters<M>>]: Parameters<M>[Index] } : never;

type Result<M> = M extends AnyMethod ? ReturnType<M> : never;

/** Whether a method of the file is the one of its operation, compared by what each takes, how much of it, and what it gives. */
type Compared<Op, M> = M extends AnyMethod
  ? Method<Op> extends AnyMethod
    ? [Same<{ args: Arguments<Method<Op>> }, { args: Arguments<M> }>, Parameters<Method<Op>>["length"]] extends [true, infer Length]
      ? [Same<Result<Method<Op>>, Result<M>>, Same<Length, Parameters<M>["length"]>] extends [true, true]
        ? true
        : "answers something else"
      : "takes something else"
    : never
  : "is missing";

/** Operations but for those of declared kinds, whose schemas the compiler does not know. */
type Groups = Omit<typeof libraryOperations, "datacenters" | "search" | "vlanGroups">;
type Services = Omit<InventoryServices, "datacenters" | "discoveryRules" | "fields" | "search" | "spaces" | "vlanGroups" | "vlans">;

/** What the file says otherwise than the operations, in words. */
type Different = {
  [Group in keyof Groups & string]: {
    [Name in keyof Groups[Group] & string]: Group extends keyof InventoryServices
      ? Name extends keyof InventoryServices[Group]
        ? Compared<Groups[Group][Name], InventoryServices[Group][Name]> extends infer Verdict extends string
          ? `${Group}.${Name} ${Verdict}`
          : never
        : `${Group}.${Name} is missing`
      : `${Group} is missing`;
  }[keyof Groups[Group] & string];
}[keyof Groups & string];

/** What the file has and the operations have not. */
type Surplus = {
  [Group in keyof Services]: Group extends keyof Groups ? Exclude<keyof Services[Group], keyof Groups[Group]> : Group;
}[keyof Services];

describe("the generated interface of the library", () => {
  it("is that of the operations, method by method", () => {
    // The compiler names what is not `never`.
    void ((different: Different): never => different);
    void ((surplus: Surplus): never => surplus);
    expectTypeOf<Same<Options, z.input<typeof DiscoveryOptions>>>().toEqualTypeOf<true>();
    expectTypeOf<Services>().toExtend<{ readonly [Group in keyof Groups]: Facade<Groups[Group]> }>();
    expectTypeOf<{ readonly [Group in keyof Groups]: Facade<Groups[Group]> }>().toExtend<Services>();
  });
});
