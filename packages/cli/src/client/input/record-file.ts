import type { ManifestField } from "@cadastre/client/manifest";
import { readFile } from "node:fs/promises";
import { text as textOf } from "node:stream/consumers";
import { usageFailure } from "../../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

/** Field values by name. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * The records of a file, in JSON or YAML: one, or a list of them.
 * @param path `-` for standard input
 * @param fields what the operation takes
 * @param readOnly names that its records have beside these, which are passed over: what was read may be sent back
 * @throws CommandFailure naming each field that is not known
 */
export async function recordsFrom(
  path: string,
  fields: readonly ManifestField[],
  readOnly: readonly string[],
  terminal: Terminal,
): Promise<{ readonly records: readonly Values[]; readonly isList: boolean }> {
  const source = path === "-" ? "standard input" : path;
  const value = await parsed(await contentOf(path, terminal), source);
  const records: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (records.length === 0) throw usageFailure(`${source} has no records`);
  return {
    records: records.map((record, index) =>
      checked(record, fields, readOnly, Array.isArray(value) ? `${source}, record ${index + 1}` : source),
    ),
    isList: Array.isArray(value),
  };
}

async function contentOf(path: string, { stdin }: Terminal): Promise<string> {
  if (path === "-") return await textOf(stdin);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw usageFailure(`--from: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function parsed(text: string, source: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (/^\s*[[{]/.test(text)) throw usageFailure(`${source} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { parseDocument } = await import("yaml");
  const document = parseDocument(text);
  const [problem] = document.errors;
  // The library's message quotes the lines around.
  if (problem !== undefined) throw usageFailure(`${source} is not valid JSON or YAML: ${problem.message.split("\n")[0] ?? ""}`);
  return document.toJS();
}

function checked(record: unknown, fields: readonly ManifestField[], readOnly: readonly string[], source: string): Values {
  if (typeof record !== "object" || record === null || Array.isArray(record))
    throw usageFailure(`${source} must be an object with the fields of a record`);
  const body = new Set(fields.filter((field) => field.in === "body").map(({ name }) => name));
  const unknown = Object.keys(record).filter((name) => !body.has(name) && !readOnly.includes(name));
  if (unknown.length > 0) throw usageFailure(`${source} has unknown fields: ${unknown.join(", ")}; the fields are ${[...body].join(", ")}`);
  return Object.fromEntries(Object.entries(record).filter(([name]) => body.has(name)));
}
