import type { SqlValue } from "../contract/storage/storage.ts";

/** Conditions `in (select …)` of one kind: PostgreSQL makes joins of them, whose time to plan grows with the cube of their number. */
export const MAX_JOINS = 4;

/** The conditions of a query, with their parameters in order. */
export class Where {
  readonly #conditions: string[] = [];
  /** Values for the `?` of the conditions, in order. */
  readonly params: SqlValue[] = [];

  /**
   * Adds a condition; all must hold.
   * @param params a value for each `?` in it
   */
  add(condition: string, ...params: readonly SqlValue[]): this {
    this.#conditions.push(condition);
    this.params.push(...params);
    return this;
  }

  /**
   * Adds that a record carries all of some tags.
   * @param isTagged condition for one tag, with a `?` for it
   * @param tagRows `from … where …` for the tags of the record, on alias `x`
   */
  addTags(tags: Iterable<string> | undefined, isTagged: string, tagRows: string): this {
    const all = [...new Set(tags)];
    for (const tag of all.slice(0, MAX_JOINS)) this.add(isTagged, tag);
    const rest = all.slice(MAX_JOINS);
    // An expression keeps SQLite from searching each record for each tag: it looks up the few tags of the record instead.
    return rest.length === 0 ? this : this.add(`(select count(*) ${tagRows} and (x.tag || '') = any(?)) = ${rest.length}`, rest);
  }

  /** `a and b`, of one condition at least. */
  get condition(): string {
    return this.#conditions.join(" and ");
  }

  /** ` where a and b`, or nothing. */
  get sql(): string {
    return this.#conditions.length === 0 ? "" : ` where ${this.#conditions.join(" and ")}`;
  }
}
