import type { Client } from "@cadastre/client";
import { CommandFailure, EXIT, usageFailure } from "../../exit-codes.ts";
import type { RecordKind } from "../commands/command-table.ts";
import type { Row } from "../output/table.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** How a record is found that is named: what lists the candidates, and which of their fields are names. */
interface Naming {
  readonly operation: string;
  readonly filter?: (text: string) => Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
}

const NAMINGS: Partial<Record<RecordKind, Naming>> = {
  datacenter: { operation: "datacenters.list", filter: (name) => ({ name }), names: ["name"] },
  network: { operation: "networks.list", filter: (text) => (text.includes("/") ? {} : { name: text }), names: ["name", "subnet"] },
  // The best matches come first: those whose name is the text.
  device: { operation: "devices.search", filter: (q) => ({ q }), names: ["name", "hostname"] },
  user: { operation: "users.list", names: ["username", "email"] },
  role: { operation: "roles.list", names: ["name"] },
  key: { operation: "keys.list", names: ["name"] },
  webhook: { operation: "webhooks.list", names: ["name"] },
};

/** Kinds that go by their id alone, and have one that the service made. */
const ONLY_IDS: ReadonlySet<RecordKind> = new Set(["allocation", "conflict", "delivery", "discovered", "grant", "pool", "rule", "scan"]);

/** Candidates that are told of when a name is not unique. */
const MOST_TOLD = 5;

/** The kinds that also go by a name, for the help. */
export const hasNames = (kind: RecordKind | undefined): boolean => kind !== undefined && NAMINGS[kind] !== undefined;

/**
 * The id of a record that is given by its id or its name: a device by its name or host name, a network by its name or CIDR.
 * @throws CommandFailure when there is none, or several
 */
export async function idOf(text: string, kind: RecordKind | undefined, client: Client): Promise<string> {
  const naming = kind === undefined ? undefined : NAMINGS[kind];
  if (UUID.test(text)) return text;
  if (naming === undefined) {
    if (kind !== undefined && ONLY_IDS.has(kind)) throw new CommandFailure(`there is no ${kind} ${JSON.stringify(text)}: it goes by its id, which the list commands show`, EXIT.notFound);
    return text;
  }
  const wanted = text.toLowerCase();
  const found: Row[] = [];
  for await (const row of client.call(naming.operation, naming.filter?.(text) ?? {}) as AsyncIterable<Row>) {
    if (naming.names.some((name) => typeof row[name] === "string" && row[name].toLowerCase() === wanted)) found.push(row);
  }
  // A name in the first place goes before one in the second: a device named as another's host name.
  const [first = ""] = naming.names;
  const exact = found.filter((row) => String(row[first]).toLowerCase() === wanted);
  const chosen = exact.length > 0 ? exact : found;
  if (chosen.length === 0) throw new CommandFailure(`there is no ${kind} ${JSON.stringify(text)}`, EXIT.notFound);
  if (chosen.length > 1) {
    const ids = chosen.slice(0, MOST_TOLD).map((row) => String(row["id"])).join(", ");
    throw usageFailure(`${chosen.length} ${kind}s are called ${JSON.stringify(text)}: give the id of the one that is meant (${ids}${chosen.length > MOST_TOLD ? ", …" : ""})`);
  }
  return String(chosen[0]?.["id"]);
}
