import { canRedraw, columnsOf, type Terminal } from "./client/terminal.ts";

/** An eye sees no more than ten drawings a second. */
const USUAL_EVERY_MS = 100;

const CLEAR_LINE = "\r\u001b[K";

/**
 * A line on standard error that says how far a command is, and is drawn over; nothing is shown where that is no terminal.
 * Drawn here, because what prompt libraries offer takes Ctrl-C and the keyboard for itself, and Ctrl-C is the command's to
 * decide.
 */
export class StatusLine {
  /** Whether there is a terminal to draw on. */
  readonly shows: boolean;
  readonly #stderr: Terminal["stderr"];
  readonly #everyMs: number;
  #drawnAt = Number.NEGATIVE_INFINITY;
  #text = "";

  /** @param everyMs what comes sooner than that after the last drawing is left out */
  constructor(terminal: Terminal, everyMs = USUAL_EVERY_MS) {
    this.shows = canRedraw(terminal);
    this.#stderr = terminal.stderr;
    this.#everyMs = everyMs;
  }

  draw(text: string): void {
    const now = performance.now();
    if (!this.shows || text === this.#text || now - this.#drawnAt < this.#everyMs) return;
    this.#drawnAt = now;
    this.#text = text;
    this.#stderr.write(CLEAR_LINE + text.slice(0, columnsOf(this.#stderr) - 1));
  }

  /** Takes the line away. */
  end(): void {
    if (this.#text !== "") this.#stderr.write(CLEAR_LINE);
    this.#text = "";
  }
}
