import { addedOperations, answerFields, findOperation } from "../commands/operations.ts";

/** How records of a kind are found by a name: what lists them all, and which of their fields are names. */
export interface Listing {
  readonly operation: string;
  readonly names: readonly string[];
}

/** Kinds of which there are few. */
const LISTED: Readonly<Record<string, Listing>> = {
  user: { operation: "users.list", names: ["username", "email"] },
  role: { operation: "roles.list", names: ["name"] },
  key: { operation: "keys.list", names: ["name"] },
  agent: { operation: "agents.list", names: ["name"] },
  snmpDevice: { operation: "snmpDevices.list", names: ["name"] },
  lease_source: { operation: "leaseSources.list", names: ["name"] },
  webhook: { operation: "webhooks.list", names: ["name"] },
};

/**
 * How records of a kind are listed: of a plugin's, by the `list` of the group whose `get` takes the id of one, when its records have a
 * `name` and it takes nothing that must be given.
 */
export function listingOf(kind: string): Listing | undefined {
  const own = LISTED[kind];
  if (own !== undefined) return own;
  const get = addedOperations().find(({ name, fields }) => name === "get" && fields.some(({ refersTo }) => refersTo === kind));
  const list = get === undefined ? undefined : findOperation(`${get.group}.list`);
  if (list?.output.kind !== "list" || list.fields.some(({ required }) => required)) return undefined;
  return answerFields(list).some(({ name }) => name === "name") ? { operation: list.id, names: ["name"] } : undefined;
}
