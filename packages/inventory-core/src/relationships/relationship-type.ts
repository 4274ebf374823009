/** What a type of relationships between a parent and a child is: everything that rules, importers, the page and the command know of it. */
export interface RelationshipTypeRow {
  /** Name of the type. */
  readonly name: string;
  /** Whether a device may not be below itself by relationships of this type. */
  readonly acyclic: boolean;
  /** What the one parent of a device is called; null where a device may have several. */
  readonly oneParent: string | null;
  /** What the parent does: `depends on`, the child. */
  readonly words: string;
  /** What the child does, in the same way; the same words where neither end is above the other. */
  readonly inverse: string;
  /** What is done to the child, by the parent. */
  readonly passive: string;
}

/** Every type, a row each: a new one is a row here, and where it has one parent, a constraint in storage/rule-constraints.ts. */
export const RELATIONSHIP_TYPES = [
  { name: "contains", acyclic: true, oneParent: "container", words: "contains", inverse: "is in", passive: "is contained by" },
  {
    name: "connected_to",
    acyclic: false,
    oneParent: null,
    words: "is connected to",
    inverse: "is connected to",
    passive: "is connected to",
  },
  { name: "depends_on", acyclic: true, oneParent: null, words: "depends on", inverse: "is required by", passive: "is required by" },
] as const satisfies readonly RelationshipTypeRow[];

/** Names of the types of relationships. */
export type RelationshipType = (typeof RELATIONSHIP_TYPES)[number]["name"];

/** Names of the types. */
export const RELATIONSHIP_TYPE_NAMES = RELATIONSHIP_TYPES.map(({ name }) => name) as unknown as readonly [
  RelationshipType,
  ...RelationshipType[],
];

const ROWS: ReadonlyMap<string, RelationshipTypeRow> = new Map(RELATIONSHIP_TYPES.map((row) => [row.name, row]));

/** The row of a type. @throws RangeError for a name that no type has */
export function relationshipType(name: string): RelationshipTypeRow {
  const row = ROWS.get(name);
  if (row === undefined) throw new RangeError(`no relationship type ${name}`);
  return row;
}

const namesOf = (holds: (row: RelationshipTypeRow) => boolean): readonly string[] =>
  RELATIONSHIP_TYPES.filter(holds).map(({ name }) => name);

/** Names of the types that admit no cycle. */
export const ACYCLIC_TYPES = namesOf(({ acyclic }) => acyclic);

/** Names of the types by which a device has one parent at most. */
export const ONE_PARENT_TYPES = namesOf(({ oneParent }) => oneParent !== null);

/** What each type says of a parent and a child: `depends_on: the parent depends on the child`. */
export const RELATIONSHIP_TYPE_MEANINGS = RELATIONSHIP_TYPES.map(({ name, words, inverse }) =>
  (words as string) === inverse ? name : `${name}: the parent ${words} the child`,
).join("; ");

/** The rules of the types, in a sentence. */
export const RELATIONSHIP_TYPE_RULES = [
  `${ACYCLIC_TYPES.join(" and ")} admit no cycle`,
  ...RELATIONSHIP_TYPES.flatMap(({ oneParent }) => (oneParent === null ? [] : [`a device has at most one ${oneParent}`])),
].join("; ");
