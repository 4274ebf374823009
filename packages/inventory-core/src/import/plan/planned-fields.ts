import { type FieldDefinition, inOrder } from "../../fields/definitions.ts";
import type { Field } from "../../field-definitions/field.ts";
import type { FieldRoom } from "../../field-definitions/field-rules.ts";
import { valueOfText } from "../../fields/field-types.ts";
import type { FieldRecord, OwnFields } from "../../fields/own-fields.ts";

interface PlannedField {
  readonly definition: FieldDefinition;
  /** Its name in records as they are; none of a field that the inventory does not have. */
  readonly nameBefore: string | undefined;
}

const definitionOf = ({ id, name, type, choices, required, unique, position }: Field): FieldDefinition => ({
  id,
  name,
  type,
  choices,
  required,
  unique,
  position,
});

/** Fields of one's own that earlier rows of an import define or change, for the rows of records that have values of them. */
export class PlannedFields {
  readonly #byRecord = new Map<FieldRecord, Map<string, PlannedField>>();

  /** @param before the field as the inventory has it, if it does */
  plan(field: Field, before: Field | undefined): void {
    const others = this.#byRecord.get(field.record) ?? new Map<string, PlannedField>();
    this.#byRecord.set(field.record, others.set(field.id, { definition: definitionOf(field), nameBefore: before?.name }));
  }

  /** How full a kind of record will be. @param known how full it is */
  room(record: FieldRecord, known: FieldRoom): FieldRoom {
    const planned = [...(this.#byRecord.get(record)?.values() ?? [])];
    const positions = [...planned.map(({ definition }) => definition.position), ...(known.last === null ? [] : [known.last])];
    return {
      count: known.count + planned.filter(({ nameBefore }) => nameBefore === undefined).length,
      last: positions.length === 0 ? null : Math.max(...positions),
    };
  }

  /** The fields of a kind of record as they will be. @param known as they are */
  definitions(record: FieldRecord, known: readonly FieldDefinition[]): readonly FieldDefinition[] {
    const planned = this.#byRecord.get(record);
    if (planned === undefined) return known;
    return [...known.filter(({ id }) => !planned.has(id)), ...[...planned.values()].map(({ definition }) => definition)].toSorted(inOrder);
  }

  /** The own fields of a record as they will be before a row changes it. @param fields as they are */
  values(record: FieldRecord, definitions: readonly FieldDefinition[], fields: OwnFields): OwnFields {
    const planned = this.#byRecord.get(record);
    if (planned === undefined) return fields;
    return Object.fromEntries(
      definitions.map((definition) => {
        const change = planned.get(definition.id);
        const name = change === undefined ? definition.name : change.nameBefore;
        const value = (name === undefined ? undefined : fields[name]) ?? null;
        return [definition.name, change === undefined || value === null ? value : (valueOfText(definition, String(value)) ?? value)];
      }),
    );
  }
}
