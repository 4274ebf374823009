/**
 * What a version asks of operators. A changeset says it in a paragraph of its own that begins with `Operators:`; changesets
 * bring it into the changelogs, and a release writes it into the guide on upgrades, newest version first.
 */
const BEGINNING = "Operators: ";

/** Where the guide has them. */
const START = "<!-- notes for operators -->";
const END = "<!-- end of notes -->";
const NONE = "No version has asked for anything yet.";

/** The notes of a version in a changelog, without the word they begin with. */
export function notesIn(changelog: string, version: string): readonly string[] {
  const [, after = ""] = changelog.split(`\n## ${version}\n`);
  const [section = ""] = after.split("\n## ");
  // What belongs to one changeset is indented; a paragraph ends with an empty line or with the next changeset.
  return [...section.matchAll(new RegExp(`^(?:- |  )${BEGINNING}(.*(?:\\n  \\S.*)*)`, "gm"))].map(([, note = ""]) =>
    note.replaceAll(/\n\s*/g, " "),
  );
}

/**
 * The guide with the notes of a version; several packages may have the same.
 * @throws when it has no place for them
 */
export function withNotes(guide: string, version: string, changelogs: readonly string[]): string {
  const [head, rest] = guide.split(START);
  const [known, tail] = rest?.split(END) ?? [];
  if (head === undefined || known === undefined || tail === undefined) throw new Error(`the guide has no ${START} and ${END}`);
  const notes = new Set(changelogs.flatMap((changelog) => notesIn(changelog, version)));
  const section = `### ${version}\n\n${[...notes].map((note) => `- ${note}\n`).join("")}`;
  const others = known.trim() === NONE ? "" : known.trim();
  if (notes.size === 0 || others.includes(`### ${version}\n`)) return guide;
  return `${head}${START}\n\n${section}${others === "" ? "" : `\n${others}\n`}\n${END}${tail}`;
}
