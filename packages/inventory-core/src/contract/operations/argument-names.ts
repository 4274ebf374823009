import { type AnyOperation, parametersOf } from "./operation.ts";

const camelCase = (text: string): string => text.replaceAll(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What the arguments for the path of an operation are called where it is a method: `networkId` for the `{id}` of a network. */
export function argumentNames({ http, refersTo = {} }: Pick<AnyOperation, "http" | "refersTo">): readonly string[] {
  return parametersOf(http.path).map((name) =>
    name === "id" && refersTo[name] !== undefined ? camelCase(`${refersTo[name]}-id`) : camelCase(name),
  );
}
