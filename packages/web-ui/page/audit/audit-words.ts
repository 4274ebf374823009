import type { AuditRecord } from "@cadastre/client";
import { typeWord, undoable, type UndoableRecord } from "../effects/undoable.ts";

const ACTIONS: Readonly<Record<string, string>> = {
  apply: "Applied",
  create: "Created",
  delete: "Deleted",
  export: "Exported",
  ignore: "Ignored",
  import: "Imported",
  login: "Signed in",
  logout: "Signed out",
  refresh: "Refreshed",
  reject: "Rejected",
  resolve: "Resolved",
  update: "Updated",
};

/** Actions whose record is the one who acted. */
const OF_ONESELF: ReadonlySet<string> = new Set(["login", "logout"]);

/** What was done: "Created scan rule", "Signed in". */
export function doneText({ action, resource }: Pick<AuditRecord, "action" | "resource">): string {
  const word = ACTIONS[action] ?? action.charAt(0).toUpperCase() + action.slice(1).replaceAll("_", " ");
  return OF_ONESELF.has(action) ? word : `${word} ${typeWord(resource)}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** The states of a record before and after; null where there was none. */
export const statesOf = ({
  changes: { before, after },
}: AuditRecord): { readonly before: object | null; readonly after: object | null } => ({
  before: isObject(before) ? before : null,
  after: isObject(after) ? after : null,
});

/** The name or address of a record; empty if the row has neither. */
export function nameIn({ changes: { before, after } }: AuditRecord): string {
  const state = isObject(after) ? after : isObject(before) ? before : {};
  const name = ["name", "username", "title", "ip"].map((field) => state[field]).find((value) => typeof value === "string" && value !== "");
  return typeof name === "string" ? name : "";
}

/** The record of a row if its change can be taken back. */
export function undoableOf(row: AuditRecord): (UndoableRecord & { readonly changeId: string }) | undefined {
  const { resource: type, resource_id: id, change_id: changeId, status } = row;
  if (status !== "success" || changeId === null || id === null) return undefined;
  const record = undoable({ type, id, name: nameIn(row) || id });
  return record && { ...record, changeId };
}
