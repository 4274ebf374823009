import type { Client, HistoryEntry } from "@cadastre/client";
import { declaredHistory } from "../queries/declared-history.ts";

const CORE = { datacenter: "datacenters", device: "devices", pool: "pools", space: "spaces" } as const;
const isCore = (type: string): type is keyof typeof CORE => Object.hasOwn(CORE, type);

/** Whether a record of the core has a history, beside the audit log. */
export const hasCoreHistory = (type: string): boolean => type === "network" || isCore(type);

/** The history of a record, newest first. */
export function historyOf(service: Client, type: string, id: string, signal?: AbortSignal): AsyncIterable<HistoryEntry> {
  if (type === "network") return service.networks.history(id, {}, { signal });
  return isCore(type) ? service[CORE[type]].history(id, { signal }) : declaredHistory(type, id, signal);
}
