import type { Conflict, Datacenter, Device, KnownEvent, Network, Space } from "@cadastre/client";
import type { InfiniteData, QueryClient } from "@tanstack/vue-query";
import { WITH_FIELDS } from "./with-fields.ts";
import { type DeviceFilter, type DeviceQuery, isOfFilter, isServersFilter } from "./device-filter.ts";
import { keys } from "./keys.ts";
import { type ListPage, orderBy, patchPages } from "./list-pages.ts";
import { patchRows, type RowChange } from "./patch-rows.ts";

/** Applies events to the answers that are kept: rows of lists are replaced, and trees and counts are read again. */
export function applyEvents(client: QueryClient, events: readonly KnownEvent[]): void {
  const devices = changesOf<Device>(events, /^device\.(created|updated|deleted)$/);
  const networks = changesOf<Network>(events, /^network\./);
  const datacenters = changesOf<Datacenter>(events, /^datacenter\./);
  const spaces = changesOf<Space>(events, /^space\./);
  const conflicts = changesOf<Conflict>(events, /^conflict\./);
  if (devices.length > 0) patchDevices(client, devices);
  for (const { id, row } of networks) patchRecord(client, keys.network(id), row);
  patchList(client, keys.networks, networks, "name");
  patchList(client, keys.datacenters, datacenters, "name");
  patchList(client, keys.spaces, spaces, "name");
  patchList(client, keys.conflicts, conflicts, "-detected_at");
  if (networks.length > 0) void client.invalidateQueries({ queryKey: ["network-names"] });
  // What is counted from records is counted by the server: asked for again, once for all that came together, and only where it is shown.
  const merges = events.some(mergesSpaces);
  if (merges)
    void client.invalidateQueries({ queryKey: ["devices"], predicate: ({ queryKey }) => isServersFilter(queryKey[1] as DeviceFilter) });
  if (devices.length + networks.length > 0 || merges)
    for (const key of [keys.utilizations, ["network-rows"], ["heatmap"], ["children"], ["free-prefixes"], ["address"]])
      void client.invalidateQueries({ queryKey: key });
  // One of these for each host that answers; none of them is counted there.
  if (events.some(({ event }) => event !== "discovery.device_found")) void client.invalidateQueries({ queryKey: keys.dashboard });
  if (events.some(({ event }) => /^pool\.(created|updated|deleted)$/.test(event)))
    for (const key of ["pools", "heatmap", "free-prefixes", "address"]) void client.invalidateQueries({ queryKey: [key] });
  if (events.some(({ event }) => event.startsWith("field.")))
    for (const queryKey of [keys.fields, ...WITH_FIELDS]) void client.invalidateQueries({ queryKey });
  // Names of events of declared kinds begin with the type of their records.
  const types = events.flatMap(({ event }) => /^(\w+)\.(?:created|updated|deleted)$/.exec(event)?.[1] ?? []);
  for (const type of new Set(types)) for (const key of ["records", "record"]) void client.invalidateQueries({ queryKey: [key, type] });
  if (events.some(({ event }) => event.startsWith("relationship."))) void client.invalidateQueries({ queryKey: ["relationships"] });
  if (events.some(({ event }) => event.startsWith("agent."))) void client.invalidateQueries({ queryKey: keys.agents });
  if (events.some(({ event }) => event.startsWith("plan."))) void client.invalidateQueries({ queryKey: ["plans"] });
  if (events.some(({ event }) => event.startsWith("discovery.")))
    for (const key of [keys.scans, ["discovered"], ["address"]]) void client.invalidateQueries({ queryKey: key });
  // How what was found stands to what is recorded follows every change of a device.
  if (devices.length > 0 || merges) void client.invalidateQueries({ queryKey: ["discovered"] });
  if (devices.length > 0 || events.some(({ event }) => /^device\.(missing|returned)$/.test(event)))
    void client.invalidateQueries({ queryKey: ["missing"] });
}

/** Whether all that a datacenter has came to another address space: what is used there is counted anew, though no record says so. */
const mergesSpaces = ({ event, data }: KnownEvent): boolean =>
  event === "datacenter.updated" && (data.changes as readonly string[]).includes("space_id");

/** The records of events of one kind, as the service gives them: without what events add to them. */
function changesOf<T>(events: readonly KnownEvent[], kind: RegExp): RowChange<T>[] {
  return events
    .filter(({ event }) => kind.test(event))
    .map(({ event, record_id: id, data }) => {
      if (event.endsWith(".deleted")) return { id, row: null, gone: data as object as T };
      const { changes: _changes, ip_address: ip, ...rest } = data as object as Readonly<Record<string, unknown>>;
      const row = (event.startsWith("conflict.") ? { ...rest, ip_address: ip } : rest) as T;
      return { id, row, isNew: event.endsWith(".created") };
    });
}

function patchDevices(client: QueryClient, changes: readonly RowChange<Device>[]): void {
  for (const { id, row } of changes) patchRecord(client, keys.device(id), row);
  for (const [key, data] of client.getQueriesData<InfiniteData<ListPage<Device>>>({ queryKey: ["devices"] })) {
    const wanted = key[1] as DeviceQuery;
    if (data === undefined) continue;
    if (isServersFilter(wanted)) {
      void client.invalidateQueries({ queryKey: key });
      continue;
    }
    // Only the server finds records: a search keeps its records and their order.
    const found = wanted.q === "" ? undefined : new Set(data.pages.flatMap(({ items }) => items.map(({ id }) => id)));
    const belongs = (device: Device): boolean => isOfFilter(device, wanted) && found?.has(device.id) !== false;
    client.setQueryData(key, patchPages(data, changes, belongs, found === undefined ? orderBy<Device>(wanted.sort) : () => 0));
  }
}

/** A record that is shown; of one that went, the page asks and is told so. */
function patchRecord(client: QueryClient, key: readonly string[], row: unknown): void {
  if (row === null) void client.invalidateQueries({ queryKey: key });
  else if (client.getQueryData(key) !== undefined) client.setQueryData(key, row);
}

/** A complete list, in the order of the service. */
function patchList<T extends { readonly id: string }>(
  client: QueryClient,
  key: readonly string[],
  changes: readonly RowChange<T>[],
  sort: string,
): void {
  if (changes.length > 0) client.setQueryData<readonly T[]>(key, (rows) => rows && patchRows(rows, changes, () => true, orderBy<T>(sort)));
}
