/** The member that says the version, last in a stored document. Its name can be no field: those begin with a letter. */
const MEMBER = ',"$version":';

/** Length of the longest end that says a version. */
const MAX_END = MEMBER.length + 10;

const ZERO = 48;
const NINE = 57;

/** Whether a text may end with a version: told by one character, of documents that are sent by the thousand. */
function endsWithNumber(text: string): boolean {
  const code = text.charCodeAt(text.length - 2);
  return code >= ZERO && code <= NINE;
}

/** What a document of a version ends with. */
export function endOfVersion(version: number): string {
  return version === 1 ? "}" : `${MEMBER}${version}}`;
}

/** Version of a stored document: 1 without the member, as every document before there were versions. */
export function documentVersion(stored: string): number {
  if (!endsWithNumber(stored)) return 1;
  const end = stored.slice(-MAX_END);
  const at = end.lastIndexOf(MEMBER);
  return at === -1 ? 1 : Number(end.slice(at + MEMBER.length, -1));
}

/** A stored document without the member that says its version. */
export function withoutVersion(stored: string): string {
  return documentVersion(stored) === 1 ? stored : `${stored.slice(0, stored.lastIndexOf(MEMBER))}}`;
}

/** A condition that holds for documents of other versions than this one, in words that both databases and an index can have. */
export function outdatedCondition(version: number): string {
  return version === 1 ? "1 = 0" : `doc not like '%${endOfVersion(version)}'`;
}

/**
 * Statements of the migration that comes with a new version of a type of documents: an index of those that are outdated, which is empty
 * when all are rewritten.
 * @param version the new one, 2 or more
 * @param key columns that say which row it is
 */
export function newDocumentVersion(table: string, version: number, key: readonly string[] = ["id"]): readonly string[] {
  return [
    `drop index if exists ${table}_outdated`,
    `create index ${table}_outdated on ${table} (${key.join(", ")}) where ${outdatedCondition(version)}`,
  ];
}
