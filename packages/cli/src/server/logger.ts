import type { Logger } from "@cadastre/inventory-core";
import { pino } from "pino";
import { loggedFields, withoutCredentials } from "./redaction.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof LEVELS)[number];

export interface LoggerOptions {
  /** Least level that is written. */
  readonly level: LogLevel;
  readonly format: "text" | "json";
  /** Takes one line with its end; standard error unless set. */
  readonly write?: ((line: string) => void) | undefined;
}

/** Names that every line has; a field of that name gets an underscore before it. */
const OWN = new Set(["time", "level", "message"]);

type Fields = Readonly<Record<string, unknown>>;

/**
 * A logger of one line per message. Values are quoted, so that no value can end a line or look like a field; only fields
 * that are known to hold no credential are written (redaction.ts).
 */
export function createLogger({ level, format, write = (line) => void process.stderr.write(line) }: LoggerOptions): Logger {
  const log = pino(
    {
      level,
      messageKey: "message",
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => besideOwn(loggedFields(fields)) },
      // Ours are plain values by then: no serializer may turn one into more.
      serializers: {},
    },
    { write: format === "json" ? write : (line: string) => write(textLine(JSON.parse(line) as Line)) },
  );
  const at =
    (name: LogLevel) =>
    (text: string, fields: Fields = {}): void => {
      // Redaction costs more than the line: not for one that nobody sees.
      if (log.isLevelEnabled(name)) log[name](fields, "%s", withoutCredentials(text));
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), writes: (name) => log.isLevelEnabled(name) };
}

const besideOwn = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [OWN.has(name) ? `_${name}` : name, value]));

/** A line as pino makes it. */
interface Line {
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly [field: string]: unknown;
}

function textLine({ time, level, message, ...fields }: Line): string {
  const parts = Object.entries(fields).map(([key, value]) => `${key.replace(/^_/, "")}=${quoted(value)}`);
  return `${[time, level.toUpperCase().padEnd(5), oneLine(message), ...parts].join(" ")}\n`;
}

const oneLine = (text: string): string => (/[\p{Cc}]/u.test(text) ? JSON.stringify(text) : text);

function quoted(value: unknown): string {
  return typeof value === "string" && /^[\w.:/@-]+$/.test(value) ? value : (JSON.stringify(value) ?? String(value));
}
