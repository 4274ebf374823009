import { ChangeState } from "../contract/storage/change-state.ts";
import type { Queries } from "../contract/storage/storage.ts";
import type { Change } from "../contract/storage/write-path.ts";
import type { FieldShape, FieldType } from "./field-types.ts";
import type { FieldRecord } from "./own-fields.ts";

/** What writing and reading values needs to know of a field. */
export interface FieldDefinition extends FieldShape {
  readonly id: string;
  readonly name: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly position: number;
}

type Row = { id: string; name: string; type: string; choices: string; is_required: number; is_unique: number; position: number };

/** The order of the fields of a kind of record. */
export const inOrder = (one: FieldDefinition, other: FieldDefinition): number =>
  one.position - other.position || (one.name < other.name ? -1 : 1);

/** Definitions that a change has read: they stay as they are while it holds the topology lock. */
const known = new ChangeState(() => new Map<FieldRecord, Promise<readonly FieldDefinition[]>>());

/**
 * The fields of a kind of record, in their order. They are asked for in each change and each read, as another host may change them; a
 * change asks once, after it took the topology lock, under which nobody does.
 */
export async function definitionsOf(queries: Queries, record: FieldRecord): Promise<readonly FieldDefinition[]> {
  if (!isChange(queries)) return await readDefinitions(queries, record);
  const read = known.of(queries);
  const found = read.get(record) ?? readDefinitions(queries, record);
  read.set(record, found);
  return await found;
}

/** Has a change ask again: it has changed a definition itself. */
export function forgetDefinitions(change: Change): void {
  known.of(change).clear();
}

const isChange = (queries: Queries): queries is Change => "states" in queries;

async function readDefinitions(queries: Queries, record: FieldRecord): Promise<readonly FieldDefinition[]> {
  const rows = await queries.all<Row>(
    "select id, name, type, choices, is_required, is_unique, position from field where record = ? order by position, name",
    [record],
  );
  return rows.map(({ id, name, type, choices, is_required: required, is_unique: unique, position }) => ({
    id,
    name,
    type: type as FieldType,
    choices: JSON.parse(choices) as string[],
    required: required === 1,
    unique: unique === 1,
    position,
  }));
}
