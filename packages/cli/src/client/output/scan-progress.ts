import { StatusLine } from "../../status-line.ts";
import type { Terminal } from "../terminal.ts";
import { cellText, type Row } from "./table.ts";

const BAR_COLUMNS = 30;

/** How far a scan is, on standard error: a bar on a terminal, elsewhere a line for each change. */
export class ScanProgress {
  readonly #line: StatusLine;
  readonly #stderr: Terminal["stderr"];
  #last = "";

  constructor(terminal: Terminal) {
    // A state that is left out may be the last for a long time.
    this.#line = new StatusLine(terminal, 0);
    this.#stderr = terminal.stderr;
  }

  show(scan: Row): void {
    const text = textOf(scan);
    if (this.#line.shows) this.#line.draw(`${barOf(scan)} ${text}`);
    else if (text !== this.#last) this.#stderr.write(`${text}\n`);
    this.#last = text;
  }

  end(): void {
    this.#line.end();
  }
}

function barOf(scan: Row): string {
  const done = Math.round((Math.min(100, Number(scan["progress_percent"] ?? 0)) / 100) * BAR_COLUMNS);
  return `[${"#".repeat(done)}${"-".repeat(BAR_COLUMNS - done)}]`;
}

const textOf = (scan: Row): string =>
  `${cellText(scan["status"])} ${Math.floor(Number(scan["progress_percent"] ?? 0))}%, ${cellText(scan["scanned_hosts"])} of ` +
  `${cellText(scan["total_hosts"])} addresses, ${cellText(scan["found_hosts"])} found`;
