import type { DryRun } from "../../contract/operations/dry-run.ts";
import type { PrivateRecords, RecordReader } from "../../contract/access/private-records.ts";
import type { RecordKinds } from "../record-kinds.ts";
import { isInScope, scopeOf } from "./record-scope.ts";

/** Private records of the declared kinds of a host. */
export const privateRecords = (kinds: RecordKinds): PrivateRecords => ({
  kinds: () => kinds.all.flatMap(({ name, owner }) => (owner ? [name] : [])),
  shows: (reader, name, images) => {
    const kind = kinds.find(name)?.kind;
    if (kind?.owner !== true) return true;
    const scope = scopeOf(reader);
    const isSeen = (image: unknown): boolean => isInScope(kind, scope, image as Readonly<Record<string, unknown>>);
    return images.every((image) => image === undefined || image === null || isSeen(image));
  },
});

/** A dry run without the changes and events of records that a reader may not see. */
export function visibleDryRun(records: PrivateRecords, reader: RecordReader, { entries, events, rows }: DryRun): DryRun {
  const hidden = new Set(
    entries.flatMap(({ resource, resourceId: id, before, after }) => (records.shows(reader, resource, [before, after]) ? [] : [id])),
  );
  return {
    entries: entries.filter(({ resourceId: id }) => !hidden.has(id)),
    events: events.filter(({ record_id: id }) => !hidden.has(id)),
    rows,
  };
}
