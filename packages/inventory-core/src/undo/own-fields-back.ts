import type { Change } from "../contract/storage/write-path.ts";
import { definitionsOf, type FieldDefinition } from "../fields/definitions.ts";
import { valueProblem } from "../fields/field-types.ts";
import type { FieldRecord, OwnFields, OwnValue } from "../fields/own-fields.ts";
import { unset } from "../fields/stored-values.ts";
import { jsonMembers } from "../history/json-members.ts";
import { sameValue } from "../contract/storage/changed-fields.ts";

interface Named {
  readonly record: string;
  readonly name: string;
}

/** A name that a field had, and one that it has got. */
export interface Renaming {
  readonly from: Named;
  readonly to: Named;
}

type Warn = (sentence: string) => void;

/** Values of fields of one's own, of records as they were: by the names that the fields have by now. */
export class OwnFieldsBack {
  readonly #change: Change;
  readonly #renamings: readonly Renaming[];

  private constructor(change: Change, renamings: readonly Renaming[]) {
    this.#change = change;
    this.#renamings = renamings;
  }

  /**
   * Reads how fields were renamed after a change.
   * @param lastSeq number of its last audit row
   * @param within what became of names that it gave itself
   */
  static async after(change: Change, lastSeq: number, within: readonly Renaming[]): Promise<OwnFieldsBack> {
    const rows = await change.all<{ changes: string }>(
      `select a.changes from audit a where a.resource_id in (select id from field) and a.seq > ? and a.resource = 'field'
         and a.action = 'update' and a.status = 'success' order by a.seq`,
      [lastSeq],
    );
    const since = rows.flatMap(({ changes }): Renaming[] => {
      const images = jsonMembers(changes);
      const [from, to] = [JSON.parse(images.get("before") ?? "null"), JSON.parse(images.get("after") ?? "null")] as [Named, Named];
      return from.name === to.name ? [] : [{ from, to }];
    });
    return new OwnFieldsBack(change, [...within, ...since]);
  }

  /** All fields of a record that comes back. What there is no field for any more, or that it cannot have, is told of. */
  async all(record: FieldRecord, was: unknown, what: string, warn: Warn): Promise<OwnFields> {
    const definitions = await definitionsOf(this.#change, record);
    const fields = unset(definitions);
    for (const [name, value] of entriesOf(was)) {
      const definition = this.#definition(definitions, record, name);
      if (value === null) continue;
      const problem = problemOf(definition, value);
      if (definition !== undefined && problem === undefined) fields[definition.name] = value;
      else warn(`fields.${name} of ${what} does not come back: ${problem}`);
    }
    return fields;
  }

  /** The fields of a record that go back to what they were; those that somebody changed since stay. */
  async back(
    record: FieldRecord,
    images: { readonly was: unknown; readonly is: unknown; readonly now: unknown },
    what: string,
    warn: Warn,
  ): Promise<OwnFields> {
    const definitions = await definitionsOf(this.#change, record);
    const was = new Map(entriesOf(images.was));
    const is = new Map(entriesOf(images.is));
    const now = new Map(entriesOf(images.now));
    const back: OwnFields = {};
    for (const name of new Set([...was.keys(), ...is.keys()])) {
      const value = was.get(name) ?? null;
      const made = is.get(name) ?? null;
      if (sameValue(value, made)) continue;
      const definition = this.#definition(definitions, record, name);
      // A value that goes with its field has gone already.
      if (definition === undefined && value === null) continue;
      const present = definition === undefined ? null : (now.get(definition.name) ?? null);
      const problem = problemOf(definition, value);
      if (sameValue(present, value)) continue;
      if (definition === undefined || problem !== undefined) warn(`fields.${name} of ${what} does not go back: ${problem}`);
      else if (sameValue(present, made)) back[definition.name] = value;
      else warn(`fields.${definition.name} of ${what} was changed since, and stays`);
    }
    return back;
  }

  #definition(definitions: readonly FieldDefinition[], record: FieldRecord, name: string): FieldDefinition | undefined {
    let last = name;
    for (const { from, to } of this.#renamings) if (from.record === record && from.name === last) last = to.name;
    return definitions.find((definition) => definition.name === last) ?? definitions.find((definition) => definition.name === name);
  }
}

const entriesOf = (fields: unknown): [name: string, value: OwnValue][] => Object.entries((fields ?? {}) as OwnFields);

function problemOf(definition: FieldDefinition | undefined, value: OwnValue): string | undefined {
  if (definition === undefined) return "the field is deleted";
  if (value === null) return definition.required ? "it is required by now" : undefined;
  return valueProblem(definition, value);
}
