/** Structured logging, as a port. `fields` never carry secrets, bodies or query strings. */
export interface Logger {
  /** For whoever looks for a fault. */
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that happens in the ordinary course. */
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that somebody should look at. */
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Something that failed. */
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
  /** Whether lines of a level are written, for who makes many that nobody reads; without it all of them are. */
  writes?(level: "debug" | "info" | "warn" | "error"): boolean;
}

/** Drops everything: what a library does unless it is given a logger. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {}, writes: () => false };
