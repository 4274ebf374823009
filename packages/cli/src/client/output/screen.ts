import type { Terminal } from "../terminal.ts";
import type { Out } from "./write-out.ts";

const HOME = "\u001b[H";
const CLEAR_ALL = "\u001b[2J";
const CLEAR_LINE = "\u001b[K";
const CLEAR_BELOW = "\u001b[J";
/** A line that is too long is cut by the terminal, and goes on nowhere. */
const NO_WRAP = "\u001b[?7l";
const WRAP = "\u001b[?7h";

/** Rows of a terminal that does not say how many it has. */
const USUAL_ROWS = 24;

/** A terminal that is drawn over from its top, line by line, so that nothing flickers. */
export class Screen {
  readonly #stdout: Terminal["stdout"] & { readonly rows?: number };
  readonly #out: Out;
  #last: string | undefined;

  constructor(terminal: Terminal, out: Out) {
    this.#stdout = terminal.stdout;
    this.#out = out;
  }

  /** Lines that there is room for; the last one stays empty, for the prompt afterwards. */
  get rows(): number {
    return Math.max(2, (this.#stdout.rows ?? USUAL_ROWS) - 1);
  }

  /** Draws lines in place of those before, if they differ. @throws ReaderGone */
  async draw(lines: readonly string[]): Promise<void> {
    const text = lines
      .slice(0, this.rows)
      .map((line) => `${line}${CLEAR_LINE}\n`)
      .join("");
    if (text === this.#last) return;
    const start = this.#last === undefined ? CLEAR_ALL + HOME : HOME;
    this.#last = text;
    await this.#out.write(`${start}${NO_WRAP}${text}${WRAP}${CLEAR_BELOW}`);
  }
}
