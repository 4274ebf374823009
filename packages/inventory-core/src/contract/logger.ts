/** Structured logging, as a port. `fields` never carry secrets, bodies or query strings. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Drops everything: what a library does unless it is given a logger. */
export const silentLogger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
