import { holds, type Principal } from "../../contract/access/principal.ts";
import type { RecordReader } from "../../contract/access/private-records.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { RecordKind } from "../../contract/record-kind.ts";
import type { SqlFragment } from "../../contract/storage/storage.ts";

/** The field that names the user whom a record belongs to. */
export const OWNER = "owner_id";
/** The field that shows a record to all users. */
export const SHARED = "shared";

/** Records of declared kinds that a caller may see. */
export interface RecordScope {
  /** Places whose records are seen: all of them, as no grant has a place yet. */
  readonly places: "everything";
  /** The user whose own records are seen, beside shared ones; `anyone` for the program itself. */
  readonly owner: { readonly userId: string } | "anyone";
}

/** What a caller may see of records of declared kinds. */
export const scopeOf = ({ kind, userId }: RecordReader): RecordScope => ({
  places: "everything",
  owner: kind === "system" ? "anyone" : { userId: userId ?? "" },
});

type OwnedKind = Pick<RecordKind, "owner" | "fields">;

const hasShared = ({ fields }: OwnedKind): boolean => fields.some(({ name }) => name === SHARED);

/** The condition that a record of a kind is in a scope; undefined where all are. @param alias of the table */
export function scopeCondition(kind: OwnedKind, { owner }: RecordScope, alias: string): SqlFragment | undefined {
  if (!kind.owner || owner === "anyone") return undefined;
  const shared = hasShared(kind) ? ` or ${alias}.${SHARED} = 1` : "";
  return { sql: `(${alias}.${OWNER} = ?${shared})`, params: [owner.userId] };
}

/** {@link scopeCondition} as a text without parameters. */
export function scopeText(kind: OwnedKind, scope: RecordScope, alias: string): string {
  const condition = scopeCondition(kind, scope, alias);
  if (condition === undefined) return "";
  const literals = condition.params.map((value) => `'${String(value).replaceAll("'", "''")}'`);
  return condition.sql.replace("?", () => literals[0] ?? "''");
}

/** Whether a record, or an image of one, is in a scope. */
export const isInScope = (kind: OwnedKind, { owner }: RecordScope, record: Readonly<Record<string, unknown>>): boolean =>
  !kind.owner || owner === "anyone" || record[OWNER] === owner.userId || (hasShared(kind) && record[SHARED] === true);

/** The user who alone may see a record, or null for the program itself; undefined where others may see it, too. */
export const privateTo = (kind: OwnedKind, record: Readonly<Record<string, unknown>>): string | null | undefined =>
  !kind.owner || (hasShared(kind) && record[SHARED] === true) ? undefined : ((record[OWNER] ?? null) as string | null);

/** Refuses to change a shared record of another user without the permission. @throws FORBIDDEN */
export function mayChange(
  kind: Pick<RecordKind, "owner" | "permission">,
  principal: Principal,
  record: Readonly<Record<string, unknown>>,
  action: "update" | "delete",
): void {
  if (!kind.owner || principal.kind === "system" || record[OWNER] === principal.userId) return;
  const permission = `${kind.permission}:${action}`;
  if (!holds(principal, permission)) throw coreErrors.FORBIDDEN({ permission });
}

/** Refuses to share a record without the permission. @throws FORBIDDEN */
export function mayShare(
  kind: Pick<RecordKind, "owner" | "permission">,
  principal: Principal,
  record: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
): void {
  const permission = `${kind.permission}:update`;
  if (kind.owner && record[SHARED] === true && before?.[SHARED] !== true && !holds(principal, permission))
    throw coreErrors.FORBIDDEN({ permission });
}
