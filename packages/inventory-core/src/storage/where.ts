import type { SqlValue } from "../contract/storage/storage.ts";

/** The conditions of a query, with their parameters in order. */
export class Where {
  readonly #conditions: string[] = [];
  readonly params: SqlValue[] = [];

  add(condition: string, ...params: readonly SqlValue[]): this {
    this.#conditions.push(condition);
    this.params.push(...params);
    return this;
  }

  /** ` where a and b`, or nothing. */
  get sql(): string {
    return this.#conditions.length === 0 ? "" : ` where ${this.#conditions.join(" and ")}`;
  }
}
