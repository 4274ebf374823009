import type { Edge } from "../relationships/relationship-rules.ts";

/** Relationships that an import creates, and the existing relationships that its devices reach. */
export class PlannedRelationships {
  readonly #children = new Map<string, Map<string, string[]>>();
  readonly #reached = new Map<string, Set<string>>();

  /** Adds a relationship of the inventory, or of a row. */
  connect({ parent_id: parent, child_id: child, type }: Edge): void {
    const ofType = this.#children.get(type) ?? new Map<string, string[]>();
    this.#children.set(type, ofType);
    const children = ofType.get(parent);
    if (children === undefined) ofType.set(parent, [child]);
    else children.push(child);
  }

  childrenOf(type: string, parent: string): readonly string[] {
    return this.#children.get(type)?.get(parent) ?? [];
  }

  /** Marks devices as reached. @returns the newly reached devices, whose children must be read from the inventory */
  reach(type: string, devices: readonly string[]): readonly string[] {
    const reached = this.#reached.get(type) ?? new Set<string>();
    this.#reached.set(type, reached);
    const news = [...new Set(devices)].filter((id) => !reached.has(id));
    for (const id of news) reached.add(id);
    return news;
  }
}
