/** Gives each record a name of its own where the source lets several have the same one. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  /**
   * The name, or with the first hint behind it that nobody has: `srv-1`, `srv-1 (tenant B)`. The same records in the same order
   * get the same names.
   *
   * @param within what the name must be unique in
   * @param hints what tells the record from others, the last of them from all others
   */
  of(within: string, name: string, ...hints: readonly string[]): string {
    const told = hints.map((hint) => asName(hint)).filter((hint) => hint !== "");
    const candidates = [name, ...told.map((hint) => withHint(name, hint))];
    const free = candidates.find((candidate) => !this.#taken.has(`${within} ${candidate}`)) ?? (candidates.at(-1) as string);
    this.#taken.add(`${within} ${free}`);
    return free;
  }
}

/** Longest name, in characters. */
const MAX_NAME = 255;

function withHint(name: string, hint: string): string {
  const behind = ` (${hint})`;
  return `${[...name].slice(0, MAX_NAME - behind.length).join("")}${behind}`;
}

/** What a name may not hold (docs/spec/fields.md#names). */
const NOT_IN_NAMES = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** The first of some texts that is not blank, as a name: on one line, and not longer than names are. */
export function asName(...texts: readonly string[]): string {
  const names = texts.map((text) => text.replaceAll(NOT_IN_NAMES, " ").trim());
  return [...(names.find((name) => name !== "") ?? "")].slice(0, MAX_NAME).join("").trim();
}

/** The name of a device that stands for an address, which several VRFs may have. */
export const addressName = (ip: string, vrf: string | undefined): string => (vrf === undefined ? ip : withHint(ip, asName(vrf)));
