import { Problems } from "@cadastre/inventory-core";

/** What a caller wants listed, as the address that they call says. */
export interface View {
  /** Names of tool sets; those of the server unless given. */
  readonly toolsets: readonly string[] | undefined;
  /** Whether schemas are told in full, those of results too: three quarters of a list of tools. */
  readonly outputSchemas: boolean;
}

/**
 * Reads `?toolsets=core,audit&output_schemas=true`.
 * @param known names of tool sets; any unless given
 * @throws VALIDATION_ERROR
 */
export function viewOf(url: string, known?: readonly string[]): View {
  const { searchParams } = new URL(url);
  const problems = new Problems();
  const toolsets = searchParams.has("toolsets") ? namesIn(searchParams.getAll("toolsets").join(",")) : undefined;
  const problem = toolsets === undefined || known === undefined ? undefined : problemOf(toolsets, known);
  if (problem !== undefined) problems.add("toolsets", problem);
  const outputSchemas = searchParams.get("output_schemas") ?? "false";
  if (outputSchemas !== "true" && outputSchemas !== "false") problems.add("output_schemas", "must be true or false");
  problems.throwIfAny();
  return { toolsets, outputSchemas: outputSchemas === "true" };
}

/** What is wrong with names of tool sets, if anything. */
export function problemOf(names: readonly string[], known: readonly string[]): string | undefined {
  const isRight = names.length > 0 && names.every((name) => known.includes(name));
  return isRight ? undefined : `must be names of tool sets, separated by commas: ${known.join(", ")}`;
}

const namesIn = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
