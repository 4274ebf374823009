import type { Conflict, Datacenter, Device, KnownEvent, Network, Space } from "@cadastre/client";
import type { QueryClient } from "@tanstack/vue-query";
import { WITH_FIELDS } from "../fields/with-fields.ts";
import { type DeviceFilter, isOfFilter, isServersFilter } from "./device-filter.ts";
import { keys } from "./keys.ts";
import { byName, patchRows, type RowChange } from "./patch-rows.ts";

/** Puts what events tell into the answers that are kept: rows are replaced, lists are not asked for again. */
export function applyEvents(client: QueryClient, events: readonly KnownEvent[]): void {
  const devices = changesOf<Device>(events, /^device\.(created|updated|deleted)$/);
  const networks = changesOf<Network>(events, /^network\./);
  const datacenters = changesOf<Datacenter>(events, /^datacenter\./);
  const spaces = changesOf<Space>(events, /^space\./);
  const conflicts = changesOf<Conflict>(events, /^conflict\./);
  if (devices.length > 0) patchDevices(client, devices);
  if (networks.length > 0) {
    for (const { id, row } of networks) patchRecord(client, keys.network(id), row);
    client.setQueryData<readonly Network[]>(keys.networks, (rows) => rows && patchRows(rows, networks, () => true, byName));
  }
  if (datacenters.length > 0)
    client.setQueryData<readonly Datacenter[]>(keys.datacenters, (rows) => rows && patchRows(rows, datacenters, () => true, byName));
  if (spaces.length > 0) client.setQueryData<readonly Space[]>(keys.spaces, (rows) => rows && patchRows(rows, spaces, () => true, byName));
  if (conflicts.length > 0)
    client.setQueryData<readonly Conflict[]>(keys.conflicts, (rows) => rows && patchRows(rows, conflicts, () => true, newestFirst));
  // What is counted from records is counted by the server: asked for again, once for all that came together, and only where it is shown.
  const merges = events.some(mergesSpaces);
  if (merges)
    void client.invalidateQueries({ queryKey: ["devices"], predicate: ({ queryKey }) => isServersFilter(queryKey[1] as DeviceFilter) });
  if (devices.length + networks.length > 0 || merges)
    for (const key of [keys.utilizations, ["heatmap"], ["children"], ["free-prefixes"], ["address"]])
      void client.invalidateQueries({ queryKey: key });
  // One of these for each host that answers; none of them is counted there.
  if (events.some(({ event }) => event !== "discovery.device_found")) void client.invalidateQueries({ queryKey: keys.dashboard });
  if (events.some(({ event }) => /^pool\.(created|updated|deleted)$/.test(event)))
    for (const key of ["pools", "heatmap", "free-prefixes", "address"]) void client.invalidateQueries({ queryKey: [key] });
  if (events.some(({ event }) => event.startsWith("field.")))
    for (const queryKey of [keys.fields, ...WITH_FIELDS]) void client.invalidateQueries({ queryKey });
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
      if (event.endsWith(".deleted")) return { id, row: null };
      const { changes: _changes, ip_address: ip, ...rest } = data as object as Readonly<Record<string, unknown>>;
      return { id, row: (event.startsWith("conflict.") ? { ...rest, ip_address: ip } : rest) as T };
    });
}

function patchDevices(client: QueryClient, changes: readonly RowChange<Device>[]): void {
  for (const { id, row } of changes) patchRecord(client, keys.device(id), row);
  for (const [key] of client.getQueriesData<readonly Device[]>({ queryKey: ["devices"] })) {
    const filter = key[1] as DeviceFilter;
    if (isServersFilter(filter)) void client.invalidateQueries({ queryKey: key });
    else
      client.setQueryData<readonly Device[]>(
        key,
        (rows) => rows && patchRows(rows, changes, (device) => isOfFilter(device, filter), byName),
      );
  }
}

/** A record that is shown; of one that went, the page asks and is told so. */
function patchRecord(client: QueryClient, key: readonly string[], row: unknown): void {
  if (row === null) void client.invalidateQueries({ queryKey: key });
  else if (client.getQueryData(key) !== undefined) client.setQueryData(key, row);
}

function newestFirst(one: Conflict, other: Conflict): number {
  if (one.detected_at !== other.detected_at) return one.detected_at > other.detected_at ? -1 : 1;
  return one.id > other.id ? -1 : one.id < other.id ? 1 : 0;
}
