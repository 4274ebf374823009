import type { Edge, End } from "../relationships/relationship-rules.ts";

/** Devices at the other ends of relationships, by type and device. */
type Others = Map<string, Map<string, string[]>>;

function add(others: Others, type: string, device: string, other: string): void {
  const ofType = others.get(type) ?? new Map<string, string[]>();
  others.set(type, ofType);
  const known = ofType.get(device);
  if (known === undefined) ofType.set(device, [other]);
  else known.push(other);
}

/** Relationships that an import creates, and the existing relationships that its devices reach. */
export class PlannedRelationships {
  readonly #children: Others = new Map();
  readonly #parents: Others = new Map();
  readonly #reached = new Map<string, Set<string>>();

  /** Adds a relationship of the inventory, or of a row. */
  connect({ parent_id: parent, child_id: child, type }: Edge): void {
    add(this.#children, type, parent, child);
    add(this.#parents, type, child, parent);
  }

  childrenOf(type: string, parent: string): readonly string[] {
    return this.#children.get(type)?.get(parent) ?? [];
  }

  parentsOf(type: string, child: string): readonly string[] {
    return this.#parents.get(type)?.get(child) ?? [];
  }

  /** The relationships of a type at one end of which some devices are. @param limit most of them */
  edgesAt(type: string, end: End, ids: readonly string[], limit: number): readonly Pick<Edge, End>[] {
    const edges: Pick<Edge, End>[] = [];
    for (const id of ids) {
      const others = end === "parent_id" ? this.childrenOf(type, id) : this.parentsOf(type, id);
      for (const other of others.slice(0, limit - edges.length))
        edges.push(end === "parent_id" ? { parent_id: id, child_id: other } : { parent_id: other, child_id: id });
      if (edges.length >= limit) break;
    }
    return edges;
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
