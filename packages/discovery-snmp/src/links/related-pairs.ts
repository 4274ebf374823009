import type { Queries, RelationshipType } from "@cadastre/inventory-core";

/** What plans of connections are called; an open one is told by it. */
export const PLAN_TITLE = "Connections that LLDP and CDP tell of";
/** Type of the relationships. */
export const LINK_TYPE: RelationshipType = "connected_to";

const MAX_VALUES = 1000;

/** Two devices in whatever order. */
export const linkKey = (one: string, two: string): string => [one, two].toSorted().join(" ");

/** Pairs of some devices that are related already, or by an open plan of this kind. */
export async function relatedPairs(queries: Queries, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(deviceIds)];
  const pairs = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_VALUES) {
    const rows = await queries.all<{ parent_id: string; child_id: string }>(
      "select parent_id, child_id from relationship where parent_id = any(?) and type = ?",
      [ids.slice(from, from + MAX_VALUES), LINK_TYPE],
    );
    for (const { parent_id: parent, child_id: child } of rows) pairs.add(linkKey(parent, child));
  }
  for (const pair of await plannedPairs(queries)) pairs.add(pair);
  return pairs;
}

/** Pairs of open plans of this kind. */
export async function plannedPairs(queries: Queries): Promise<ReadonlySet<string>> {
  const pairs = new Set<string>();
  const plans = await queries.all<{ steps: string }>("select steps from plan where status = 'open' and title = ?", [PLAN_TITLE]);
  for (const { steps } of plans)
    for (const { params, body } of JSON.parse(steps) as { params?: { id?: string }; body?: { child_id?: string } }[])
      if (params?.id !== undefined && body?.child_id !== undefined) pairs.add(linkKey(params.id, body.child_id));
  return pairs;
}
