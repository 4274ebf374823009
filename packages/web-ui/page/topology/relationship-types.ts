import { type Relationship, RELATIONSHIP_TYPES } from "@cadastre/client";

export type RelationshipType = Relationship["type"];

type Row = (typeof RELATIONSHIP_TYPES)[number];

/** Names of the types, in the order in which they are offered. */
export const TYPE_NAMES: readonly RelationshipType[] = RELATIONSHIP_TYPES.map(({ name }) => name);

const ROWS = Object.fromEntries(RELATIONSHIP_TYPES.map((row) => [row.name, row])) as Readonly<Record<RelationshipType, Row>>;

/** What the parent of a relationship does: `depends on`. */
export const wordsOf = (type: RelationshipType): string => ROWS[type].words;

/** The same seen from the other device: `is needed by`. */
export const inverseOf = (type: RelationshipType): string => ROWS[type].inverse;

/** The types as a field offers them. */
export const TYPE_CHOICES = RELATIONSHIP_TYPES.map(({ name, words }) => ({ value: name, text: words }));

/** What the types say of a device and another one: `contains, is connected to or depends on`. */
export const TYPES_SENTENCE = RELATIONSHIP_TYPES.map(({ words }) => words)
  .join(", ")
  .replace(/, ([^,]+)$/, " or $1");

/** How a type is drawn. */
export interface LineLook {
  readonly width: number;
  readonly dashed: boolean;
  /** At the end of the child: `triangle` is filled, `vee` is not. */
  readonly arrow: "none" | "triangle" | "vee";
}

/** It follows from the rules of the type: thick without an arrow where neither end is above the other, a full arrow from the one parent. */
export function lineLook(type: RelationshipType): LineLook {
  const { words, inverse, oneParent }: { words: string; inverse: string; oneParent: string | null } = ROWS[type];
  if (words === inverse) return { width: 3, dashed: false, arrow: "none" };
  return oneParent === null ? { width: 1.5, dashed: true, arrow: "vee" } : { width: 1.5, dashed: false, arrow: "triangle" };
}
