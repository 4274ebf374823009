import { CadastreError, type Client, type RecordName } from "@cadastre/client";
import type { ManifestType, ManifestField } from "@cadastre/client/manifest";
import { fieldsOf, typeOf } from "../commands/operations.ts";
import type { Row } from "./table.ts";

/** Kinds whose names the service tells many of at once. */
const TOLD: ReadonlySet<string> = new Set<RecordName["type"]>(["space", "datacenter", "network", "pool", "device"]);

/** Rows whose names are asked for together, and ids of one request. */
const ROWS_TOGETHER = 200;
const IDS_TOGETHER = 200;

/** A reference that is shown by its name. */
const isTold = ({ refersTo, name }: ManifestField): boolean => refersTo !== undefined && TOLD.has(refersTo) && name.endsWith("_id");

/**
 * Names in place of the ids of spaces, datacenters, networks, pools and devices, for people: a request for up to 200 rows, and none for
 * a name that was told before. Where names cannot be had, ids stay.
 */
export class Readable {
  readonly #fields: readonly ManifestField[];
  readonly #client: Client;
  readonly #names = new Map<string, string>();
  #works = true;

  /** @param fields of the records */
  constructor(fields: readonly ManifestField[], client: Client) {
    this.#fields = fields;
    this.#client = client;
  }

  /** What a column is called: `datacenter` for `datacenter_id`. */
  column(name: string): string {
    return this.#fields.some((field) => field.name === name && isTold(field)) ? shortOf(name) : name;
  }

  /** Rows of a table. @param columns those that are shown: nothing is asked for others */
  async *rows(rows: AsyncIterable<Row>, columns: readonly string[]): AsyncGenerator<Row> {
    const fields = this.#fields.filter((field) => columns.includes(field.name) && isTold(field));
    if (fields.length === 0) {
      yield* rows;
      return;
    }
    let waiting: Row[] = [];
    for await (const row of rows) {
      waiting.push(row);
      if (waiting.length < ROWS_TOGETHER) continue;
      yield* await this.#named(waiting, fields);
      waiting = [];
    }
    yield* await this.#named(waiting, fields);
  }

  /** One record with all that is in it. */
  async record(record: Row): Promise<Row> {
    const [named = record] = await this.#named([record], this.#fields);
    return named;
  }

  async #named(rows: readonly Row[], fields: readonly ManifestField[]): Promise<readonly Row[]> {
    const ids = new Map<string, Set<string>>();
    for (const row of rows)
      gather(row, fields, (kind, id) => {
        if (!this.#names.has(id)) ids.set(kind, (ids.get(kind) ?? new Set()).add(id));
      });
    for (const [kind, missing] of ids) await this.#ask(kind, [...missing]);
    return rows.map((row) => renamed(row, fields, this.#names));
  }

  async #ask(kind: string, ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += IDS_TOGETHER) {
      if (!this.#works) return;
      try {
        for (const { id, name } of await this.#client.names.find({ id: ids.slice(at, at + IDS_TOGETHER), type: [kind] }))
          this.#names.set(id, name);
      } catch (error) {
        if (!(error instanceof CadastreError)) throw error;
        // The caller may not list them, or the server is an older one.
        this.#works = false;
      }
    }
  }
}

const shortOf = (name: string): string => name.replace(/_id$/, "");

/** Tells each reference of a record, nested ones too. */
function gather(row: Row, fields: readonly ManifestField[], tell: (kind: string, id: string) => void): void {
  for (const field of fields) {
    const value = row[field.name];
    if (isTold(field) && typeof value === "string") tell(field.refersTo ?? "", value);
    else for (const [inner, within] of recordsIn(value, field.type)) gather(inner, within, tell);
  }
}

function renamed(row: Row, fields: readonly ManifestField[], names: ReadonlyMap<string, string>): Row {
  const byName = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const field = byName.get(name);
      if (field === undefined) return [name, value];
      if (isTold(field)) return [shortOf(name), typeof value === "string" ? (names.get(value) ?? value) : value];
      if (!Array.isArray(value)) return [name, value];
      const within = new Map(recordsIn(value, field.type));
      return [name, value.map((item: Row) => (within.has(item) ? renamed(item, within.get(item) ?? [], names) : item))];
    }),
  );
}

/** The records in a list, with their fields. */
function recordsIn(value: unknown, declared: ManifestType): readonly (readonly [Row, readonly ManifestField[]])[] {
  const type = typeOf(declared);
  if (!Array.isArray(value) || type.kind !== "array") return [];
  const fields = fieldsOf(type.items);
  return fields.length === 0
    ? []
    : value.filter((item) => typeof item === "object" && item !== null).map((item: Row) => [item, fields] as const);
}
