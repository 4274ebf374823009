import { valueKind } from "../contract/errors/value-kind.ts";
import { type AnyOperation, parametersOf } from "../contract/operations/operation.ts";
import { callErrors } from "./call-errors.ts";

const camelCase = (text: string): string => text.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What the arguments for the path of an operation are called where it is a method: `networkId` for the `{id}` of a network. */
function namesOf({ http, refersTo = {} }: AnyOperation): readonly string[] {
  return parametersOf(http.path).map((name) =>
    name === "id" && refersTo[name] !== undefined ? camelCase(`${refersTo[name]}-id`) : camelCase(name),
  );
}

/** How an operation is called as a method: `pools.create(networkId, { … })`. */
function usageOf(operation: AnyOperation): string {
  const { id, items, body } = operation;
  const rest = [...(items === undefined ? [] : ["[…]"]), ...(body === undefined ? [] : ["{ … }"])];
  return `${id}(${[...namesOf(operation), ...rest].join(", ")})`;
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
      const argument = namesOf(operation)[index] as string;
      throw callErrors.ARGUMENT_INVALID({ method: operation.id, argument, given: valueKind(value), usage: usageOf(operation) });
    }),
  );
}
