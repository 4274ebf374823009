/** A text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | readonly Html[] | undefined;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Characters that a text of somebody else could turn the page around with: controls, and those that change the direction of writing. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

function shown(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part !== "string") return part.map(({ text }) => text).join("");
  return part.replaceAll(UNSHOWN, "\u{FFFD}").replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** HTML of a template: every text that is put in is escaped, unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + shown(parts[index - 1]) + string));
}
