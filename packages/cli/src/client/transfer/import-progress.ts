import { StatusLine } from "../../status-line.ts";
import type { Terminal } from "../terminal.ts";

/** Rows between two lines where a line cannot be drawn over. */
const TOLD_EVERY = 10_000;

/** How often the time is told while the service writes. */
const TICK_MS = 1000;

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

  /** Waits for the service to write rows. It tells nothing until it is done, so only the time is told. */
  async writing<Result>(rows: number, work: Promise<Result>): Promise<Result> {
    const since = performance.now();
    const tell = (): void => {
      if (!this.#quiet) this.#line.draw(`writing ${rows} rows, ${Math.round((performance.now() - since) / TICK_MS)} s`);
    };
    if (!this.#quiet && !this.#line.shows && rows >= TOLD_EVERY) this.#stderr.write(`writing ${rows} rows\n`);
    const timer = setInterval(tell, TICK_MS);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      this.end();
    }
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
