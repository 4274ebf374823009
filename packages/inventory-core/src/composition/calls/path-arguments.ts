import { valueKind } from "../../contract/errors/value-kind.ts";
import { argumentNames } from "../../contract/operations/argument-names.ts";
import type { AnyOperation } from "../../contract/operations/operation.ts";
import { callErrors } from "../../contract/errors/call-errors.ts";

/** How an operation is called as a method: `pools.create(networkId, { … })`. */
function usageOf(operation: AnyOperation): string {
  const { id, items, body } = operation;
  const rest = [...(items === undefined ? [] : ["[…]"]), ...(body === undefined ? [] : ["{ … }"])];
  return `${id}(${[...argumentNames(operation), ...rest].join(", ")})`;
}

/**
 * The parameters of an operation's path, from the arguments of its method.
 * @param parameters their names in the order of the path, which stay the same from call to call
 * @throws ARGUMENT_INVALID for one that is left out, or that is no text
 */
export function pathArguments(
  operation: AnyOperation,
  parameters: readonly string[],
  args: readonly unknown[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters.map((parameter, index) => {
      const value = args[index];
      if (typeof value === "string") return [parameter, value];
      const argument = argumentNames(operation)[index] as string;
      throw callErrors.ARGUMENT_INVALID({ method: operation.id, argument, given: valueKind(value), usage: usageOf(operation) });
    }),
  );
}
