import { StatusLine } from "../../status-line.ts";
import type { Terminal } from "../terminal.ts";

/** Rows between two lines where a line cannot be drawn over. */
const TOLD_EVERY = 10_000;

/** How far an import is, on standard error. */
export class ImportProgress {
  readonly #line: StatusLine;
  readonly #stderr: Terminal["stderr"];
  readonly #quiet: boolean;
  #rows = 0;

  /** @param quiet tells nothing */
  constructor(terminal: Terminal, quiet: boolean) {
    this.#line = new StatusLine(terminal);
    this.#stderr = terminal.stderr;
    this.#quiet = quiet;
  }

  /** Counts rows as they are read. */
  async *counted<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    for await (const row of rows) {
      this.#rows += 1;
      if (!this.#quiet) this.#tell();
      yield row;
    }
    this.end();
  }

  #tell(): void {
    const text = `read ${this.#rows} rows`;
    if (this.#line.shows) this.#line.draw(text);
    else if (this.#rows % TOLD_EVERY === 0) this.#stderr.write(`${text}\n`);
  }

  end(): void {
    this.#line.end();
  }
}
