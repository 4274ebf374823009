import { RELATIONSHIP_TYPES } from "@cadastre/inventory-core";

/** The types of relationships with their rules and words, for pages and commands. */
export function relationshipTypesOf(): string {
  const rows = RELATIONSHIP_TYPES.map((row) => `  ${JSON.stringify(row)},`);
  return [
    "/** Every type of relationships: whether it admits no cycle, what the one parent of a child is called (null where it may have " +
      "several), what the parent does, what the child does (the same words where neither is above the other), and what is done to the " +
      "child. */",
    "export const RELATIONSHIP_TYPES = [",
    ...rows,
    "] as const;",
    "",
  ].join("\n");
}
