import type { RecordKind } from "../../contract/record-kind.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { checkOwnFields, type OwnDraft, refuseTaken } from "../../fields/check-own-fields.ts";
import type { OwnFields } from "../../fields/own-fields.ts";
import { type OwnRecord, removeOwnFields, writeOwnFields } from "../../fields/stored-values.ts";
import type { AnyRecord, RecordDraft } from "../record-types.ts";
import { titleOf } from "../texts/record-text.ts";

type Kind = Pick<RecordKind, "name" | "title" | "doors" | "owner">;

/** The custom fields of a record after a draft; nothing of a kind without them. Problems are added to the draft. */
export async function customOf(
  change: Change,
  { name, doors }: Kind,
  draft: RecordDraft,
  before: OwnFields | undefined,
): Promise<{ readonly fields?: OwnFields }> {
  return doors.has("custom") ? { fields: await checkOwnFields(change, name, draft as OwnDraft, before) } : {};
}

/** @throws ALREADY_EXISTS for a value of a unique custom field that another record has */
export async function refuseTakenCustom(change: Change, kind: Kind, { id, fields }: AnyRecord, before?: AnyRecord): Promise<void> {
  if (kind.doors.has("custom")) await refuseTaken(change, kind.name, { id, fields, ...(before && { before: before.fields }) }, !kind.owner);
}

/** Writes the custom fields of a record, each with the title of the record. @param before undefined for a new record */
export async function writeCustom(change: Change, kind: Kind, record: AnyRecord, before?: AnyRecord): Promise<void> {
  if (!kind.doors.has("custom")) return;
  const named = ({ id, fields, ...rest }: AnyRecord): OwnRecord => ({ id, name: titleOf(kind, rest), fields });
  await writeOwnFields(change, kind.name, [{ ...named(record), ...(before && { before: named(before) }) }]);
}

/** Deletes the custom fields of a record. */
export async function removeCustom(change: Change, { name, doors }: Kind, id: string): Promise<void> {
  if (doors.has("custom")) await removeOwnFields(change, name, [id]);
}
