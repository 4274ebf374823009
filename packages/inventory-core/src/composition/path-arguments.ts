import { valueKind } from "../contract/errors/value-kind.ts";
import { argumentNames } from "../contract/operations/argument-names.ts";
import { type AnyOperation, parametersOf } from "../contract/operations/operation.ts";
import { callErrors } from "../contract/errors/call-errors.ts";

/** How an operation is called as a method: `pools.create(networkId, { … })`. */
function usageOf(operation: AnyOperation): string {
  const { id, items, body } = operation;
  const rest = [...(items === undefined ? [] : ["[…]"]), ...(body === undefined ? [] : ["{ … }"])];
  return `${id}(${[...argumentNames(operation), ...rest].join(", ")})`;
}

/**
 * The parameters of an operation's path, from the arguments of its method.
 * @throws ARGUMENT_INVALID for one that is left out, or that is no text
 */
export function pathArguments(operation: AnyOperation, args: readonly unknown[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parametersOf(operation.http.path).map((parameter, index) => {
      const value = args[index];
      if (typeof value === "string") return [parameter, value];
      const argument = argumentNames(operation)[index] as string;
      throw callErrors.ARGUMENT_INVALID({ method: operation.id, argument, given: valueKind(value), usage: usageOf(operation) });
    }),
  );
}
