import type { Queries } from "../contract/storage/storage.ts";
import type { FieldRecord, OwnFields } from "../fields/own-fields.ts";
import { loadOwnFields } from "../fields/stored-values.ts";
import type { Completion } from "../storage/document-completion.ts";

/** What a check of a kind of record knows of its own fields. */
export interface OwnValues {
  /** Those of a record, as the rows say. */
  readonly of: (id: string) => OwnFields;
  /** Adds to documents what they show when they are read. */
  readonly completion: Completion;
  /** The search text of a record: that which is stored while values of a field that is gone are being removed from such texts. */
  readonly searchText: (stored: string, expected: string) => string;
}

export async function ownValues(
  queries: Queries,
  record: FieldRecord,
  documents: { completion(queries: Queries): Promise<Completion> },
  ids: readonly string[],
): Promise<OwnValues> {
  const of = await loadOwnFields(queries, record, ids);
  const pending = await queries.get("select 1 as one from dropped_field where record = ? limit 1", [record]);
  return {
    of,
    completion: await documents.completion(queries),
    searchText: (stored, expected) => (pending === undefined ? expected : stored),
  };
}
