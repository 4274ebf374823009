import type { Logger } from "@cadastre/inventory-core";
import { loggedFields, withoutCredentials } from "./redaction.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;

export type LogLevel = (typeof LEVELS)[number];

export interface LoggerOptions {
  /** Least level that is written. */
  readonly level: LogLevel;
  readonly format: "text" | "json";
  /** Takes one line with its end; standard error unless set. */
  readonly write?: (line: string) => void;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A logger of one line per message. Values are quoted, so that no value can end a line or look like a field; only fields
 * that are known to hold no credential are written (redaction.ts).
 */
export function createLogger({ level, format, write = (line) => void process.stderr.write(line) }: LoggerOptions): Logger {
  const least = LEVELS.indexOf(level);
  const at = (index: number, name: LogLevel) => (text: string, given: Fields = {}) => {
    if (index < least) return;
    const [message, fields] = [withoutCredentials(text), loggedFields(given)];
    const time = new Date().toISOString();
    write(format === "json" ? `${JSON.stringify({ time, level: name, message, ...fields })}\n` : textLine(time, name, message, fields));
  };
  return { debug: at(0, "debug"), info: at(1, "info"), warn: at(2, "warn"), error: at(3, "error") };
}

function textLine(time: string, level: LogLevel, message: string, fields: Fields): string {
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${quoted(value)}`);
  return `${[time, level.toUpperCase().padEnd(5), oneLine(message), ...parts].join(" ")}\n`;
}

const oneLine = (text: string): string => (/[\p{Cc}]/u.test(text) ? JSON.stringify(text) : text);

function quoted(value: unknown): string {
  return typeof value === "string" && /^[\w.:/@-]+$/.test(value) ? value : (JSON.stringify(value) ?? String(value));
}
