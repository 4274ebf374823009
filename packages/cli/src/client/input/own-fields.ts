import type { Client, Field } from "@cadastre/client";
import type { ManifestOperation } from "@cadastre/client/manifest";
import { usageFailure } from "../../exit-codes.ts";
import { knownManifest } from "../commands/operations.ts";
import type { Values } from "./record-file.ts";

/** The kind of record that operations of a group write: the one whose id they take, and a device for a discovered one. */
function recordOf(group: string): string | undefined {
  const fields = knownManifest().operations.flatMap((operation) => (operation.group === group ? operation.fields : []));
  const kind = fields.find(({ name, in: where }) => name === "id" && where === "path")?.refersTo;
  return kind === "discovered" ? "device" : kind;
}

/** `name=value` pairs of a flag as an object; an empty value is null, which unsets. @throws CommandFailure */
export function pairsOf(texts: readonly string[], flag: string): Values {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at < 1) throw usageFailure(`--${flag} must be name=value, not ${JSON.stringify(text)}`);
      return [text.slice(0, at), at === text.length - 1 ? null : text.slice(at + 1)];
    }),
  );
}

/** Texts of own fields as values of their types, which the server is asked for. What is none stays a text, for the server to tell of. */
export async function typedFields(values: Values, { group, fields }: ManifestOperation, client: Client): Promise<Values> {
  const given = values["fields"];
  const record = recordOf(group);
  const takes = fields.some(({ name, in: where }) => name === "fields" && where === "body");
  if (record === undefined || !takes || typeof given !== "object" || given === null || Array.isArray(given)) return values;
  const types = new Map<string, Field["type"]>();
  for await (const { name, type } of client.fields.list({ record })) types.set(name, type);
  const typed = Object.entries(given).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? valueOf(value, types.get(name)) : value,
  ]);
  return { ...values, fields: Object.fromEntries(typed) as Values };
}

function valueOf(text: string, type: Field["type"] | undefined): unknown {
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return type === "number" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
