import type { Manifest } from "../generated/api.ts";
import { lineOf } from "../prepared-call.ts";
import { keyOf } from "./names.ts";

/** The table that calls are made by: a line of words for each operation, so that it is small. */
export function routesOf({ operations }: Manifest): readonly string[] {
  const groups = Map.groupBy(operations, ({ group }) => group);
  return [...groups].flatMap(([group, members]) => [
    `  ${keyOf(group)}: {`,
    ...members.map((operation) => `    ${keyOf(operation.name)}: ${JSON.stringify(lineOf(operation))},`),
    "  },",
  ]);
}
