import { type AnyOperation, type Host, invalidField } from "@cadastre/inventory-core";
import { isTool } from "../tools/tool-rule.ts";
import { problemOf } from "./view.ts";

/** What a model needs for the work of most days. */
const CORE = "core";

/** Every tool. */
const ALL = "all";

/** What operations are about that say nothing else. */
const INVENTORY = "inventory";

/**
 * The sets in which tools are listed, read off the operations: `core` has those that say so (`core: true`), `all` has all, and each
 * other set has those about one thing, which is the area of their permission, or their own.
 */
export class Toolsets {
  /** Names of all sets of this host. */
  readonly names: readonly string[];
  readonly #areas: ReadonlyMap<string, string | undefined>;
  readonly #usual: readonly string[];

  /**
   * @param usual sets for callers who name none
   * @throws VALIDATION_ERROR for a name of `usual` that is none of this host's
   */
  constructor({ operations, permissions }: Pick<Host, "operations" | "permissions">, usual: readonly string[]) {
    this.#areas = new Map(permissions.map(({ name, area }) => [name, area]));
    this.names = [CORE, ALL, ...new Set(operations.filter(isTool).map((operation) => this.#areaOf(operation)))];
    this.#usual = usual;
    const problem = problemOf(usual, this.names);
    if (problem !== undefined) throw invalidField("toolsets", problem);
  }

  /** Whether an operation is in one of these sets. */
  holds(operation: AnyOperation, asked: readonly string[] = this.#usual): boolean {
    return asked.some((name) => name === ALL || (name === CORE ? operation.core === true : name === this.#areaOf(operation)));
  }

  #areaOf({ area, access }: AnyOperation): string {
    return area ?? this.#areas.get(access) ?? INVENTORY;
  }
}
