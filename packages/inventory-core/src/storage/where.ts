import type { SqlValue } from "../contract/storage/storage.ts";

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

  /** `a and b`, of one condition at least. */
  get condition(): string {
    return this.#conditions.join(" and ");
  }

  /** ` where a and b`, or nothing. */
  get sql(): string {
    return this.#conditions.length === 0 ? "" : ` where ${this.#conditions.join(" and ")}`;
  }
}
