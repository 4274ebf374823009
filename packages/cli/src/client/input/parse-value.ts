import type { ManifestType, ManifestField } from "@cadastre/client/manifest";
import { isIP } from "node:net";
import { usageFailure } from "../../exit-codes.ts";
import { fieldsOf, typeOf } from "../commands/operations.ts";

/** `10.0.0.1:22:ipv4`, as another command line writes an address with its port and type. */
const COLONS = /^(\d+(?:\.\d+){3})(?::(\d*))?(?::(\w*))?$/;

const WHOLE = /^-?\d+$/;

/**
 * The value that a text on the command line stands for. Ranges and formats are the service's to judge, which tells all that
 * is wrong at once; what cannot be sent is refused here. An empty text is none, for numbers and for lists.
 * @throws CommandFailure
 */
export function valueOf(text: string, declared: ManifestType, flag: string): unknown {
  const type = typeOf(declared);
  switch (type.kind) {
    case "string":
    case "map":
    case "reference":
      return text;
    case "enum":
      return type.numbers === true ? Number(choiceOf(text, type, flag)) : choiceOf(text, type, flag);
    case "integer":
      if (text === "") return null;
      if (!WHOLE.test(text)) throw usageFailure(`${flag} must be a whole number, not ${JSON.stringify(text)}`);
      return Number.isSafeInteger(Number(text)) ? Number(text) : text;
    case "number":
      if (text === "" || !Number.isFinite(Number(text))) throw usageFailure(`${flag} must be a number, not ${JSON.stringify(text)}`);
      return Number(text);
    case "boolean":
      if (text !== "true" && text !== "false") throw usageFailure(`${flag} must be true or false, not ${JSON.stringify(text)}`);
      return text === "true";
    case "array":
      return valueOf(text, type.items, flag);
    case "object":
      return recordOf(text, type.fields, flag);
    case "json":
      return jsonOf(text, type.oneOf?.some((one) => ["string", "enum"].includes(typeOf(one).kind)) !== false, flag);
  }
}

function choiceOf(
  text: string,
  { values, emptyAllowed }: { readonly values: readonly string[]; readonly emptyAllowed?: boolean | undefined },
  flag: string,
): string {
  if (values.includes(text) || (text === "" && emptyAllowed === true)) return text;
  throw usageFailure(`${flag} cannot be ${JSON.stringify(text)}: allowed are ${values.join(", ")}`);
}

/** JSON where it looks like it, otherwise the text itself where texts are allowed. @throws CommandFailure */
function jsonOf(text: string, plain: boolean, flag: string): unknown {
  if (plain && !/^\s*[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw usageFailure(`${flag} is not valid JSON: ${text}`);
  }
}

/** Whether an object is the type and id of a record, which are written `type/id`. */
export const namesRecord = (fields: readonly ManifestField[]): boolean =>
  fields.length === 2 && fields.every(({ name }) => name === "type" || name === "id");

/** A record in one text: `ip=10.0.0.1,port=22`, an address alone, `device/<id>`, or JSON. */
function recordOf(text: string, fields: readonly ManifestField[], flag: string): unknown {
  if (text.trimStart().startsWith("{")) return jsonOf(text, false, flag);
  const named = namesRecord(fields) ? /^([^/=]+)\/(.+)$/s.exec(text) : null;
  if (named !== null)
    return Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(named[name === "type" ? 1 : 2] as string, type, flag)]));
  const short = fields.some(({ name }) => name === "ip") ? addressOf(text) : undefined;
  if (short !== undefined) return short;
  return Object.fromEntries(
    splitPairs(text).map((pair) => {
      const [, name = "", value] = /^\s*([^=]*?)\s*=(.*)$/s.exec(pair) ?? [undefined, pair];
      const field =
        fields.find((known) => known.name === name) ??
        fields.find((known) => known.refersTo !== undefined && known.name.replace(/_id$/, "") === name);
      if (value === undefined || field === undefined) {
        throw usageFailure(
          `${flag} must be name=value pairs separated by commas, with the names ` +
            `${fields.map((known) => known.name).join(", ")}; not ${JSON.stringify(pair)}`,
        );
      }
      return [field.name, valueOf(unquoted(value), field.type, `${name} of ${flag}`)];
    }),
  );
}

function addressOf(text: string): unknown {
  if (isIP(text) > 0) return { ip: text };
  const [, ip, port = "", type = ""] = COLONS.exec(text) ?? [];
  return ip === undefined ? undefined : { ip, ...(port === "" ? {} : { port: Number(port) }), ...(type === "" ? {} : { type }) };
}

/** Commas within double quotes separate nothing. */
const splitPairs = (text: string): readonly string[] => text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? [];

const unquoted = (text: string): string => (/^".*"$/s.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text);

/** Names of the fields of a nested record, for the help. */
export function pairNames(type: ManifestType): readonly string[] {
  const found = typeOf(type);
  return fieldsOf(found.kind === "array" ? found.items : found).map(({ name }) => name);
}
