import type { Manifest } from "@cadastre/client/manifest";
import { kebab } from "../commands/command-table.ts";
import { GROUPS, type Noun, NOUNS } from "../commands/nouns.ts";
import { addedOperations, answerFields, knownManifest } from "../commands/operations.ts";
import { safeText } from "../output/safe-text.ts";

/** `racks` as `rack`, `policies` as `policy`, `switches` as `switch`. */
export function singularOf(plural: string): string {
  if (plural.endsWith("ies")) return `${plural.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return plural.replace(/(?<!s)s$/, "");
}

/**
 * The nouns of what plugins added, in the order of the manifest: a group of operations that no noun of ours has. What it is called
 * follows from the group, as ours do; a name that is taken is left to its plural.
 * @param taken names of commands that there are
 */
export function pluginNouns(taken: ReadonlySet<string>): readonly Noun[] {
  const groups = new Set(addedOperations().map(({ group }) => group));
  const ours = new Set(NOUNS.flatMap(({ operations }) => operations));
  const nouns: Noun[] = [];
  for (const group of groups) {
    if (ours.has(group)) continue;
    const plural = kebab(group);
    const noun = addedOperations()
      .find((operation) => operation.group === group)
      ?.noun?.replaceAll("_", "-");
    const names = [noun ?? kebab(singularOf(group)), plural].filter((name) => !taken.has(name) && /^[a-z][a-z\d-]*$/.test(name));
    const [name, ...aliases] = new Set(names);
    if (name === undefined) continue;
    nouns.push({
      name,
      aliases,
      group: GROUPS.plugins,
      description: aboutOf(group),
      operations: [group],
      examples: examplesOf(group, name),
    });
  }
  return nouns;
}

/** What the records of a group are, in the words of their schema; otherwise what its first operation does. */
function aboutOf(group: string): string {
  const members = addedOperations().filter((operation) => operation.group === group);
  const { records }: Manifest = knownManifest();
  const told = members.flatMap(({ output }) => {
    if (!("type" in output) || output.type.kind !== "reference") return [];
    const type = records[output.type.name];
    return type !== undefined && "description" in type && type.description !== undefined ? [type.description] : [];
  });
  const text = safeText(told[0] ?? members[0]?.summary ?? group);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function examplesOf(group: string, name: string): readonly string[] {
  const list = addedOperations().find((operation) => operation.group === group && operation.name === "list");
  if (list === undefined || list.fields.some(({ required }) => required)) return [];
  return [`cadastre ${name} list${answerFields(list).length > 0 ? " -o wide" : ""}`];
}
