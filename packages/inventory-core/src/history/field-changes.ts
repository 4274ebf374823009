import { jsonMembers } from "./json-members.ts";

/** Fields that say what the entry says by itself. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(["id", "created_at", "updated_at"]);

/** Where a record has its fields of one's own. */
const OWN = "fields";

const NOTHING = "null";

/** @param name what it is told by, behind `prefix` */
function* differing(was: Map<string, string>, is: Map<string, string>, prefix: string): Generator<string> {
  for (const name of was.size === 0 ? is.keys() : new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(name) ?? NOTHING, is.get(name) ?? NOTHING];
    if (before === after) continue;
    if (prefix === "" && name === OWN) yield* differing(jsonMembers(before), jsonMembers(after), `${OWN}.`);
    else if (prefix !== "" || !SELF_EVIDENT.has(name)) yield `"${prefix}${name}":{"before":${before},"after":${after}}`;
  }
}

/**
 * The fields that differ between two images of a record, of which one may be missing: it was made, or deleted.
 * @param changes text of `audit.changes`, in which records are as JSON.stringify writes them
 * @returns JSON: by name, what each was and is
 */
export function fieldChangesText(changes: string): string {
  const images = jsonMembers(changes);
  const [was, is] = [jsonMembers(images.get("before") ?? NOTHING), jsonMembers(images.get("after") ?? NOTHING)];
  return `{${[...differing(was, is, "")].join(",")}}`;
}
