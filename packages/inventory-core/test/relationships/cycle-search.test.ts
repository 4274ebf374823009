import { createInventory } from "@cadastre/inventory-core";
import { describe, expect, it, vi } from "vitest";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { PlannedRelationships } from "../../src/import/planned-relationships.ts";
import { closedPath, type Edge, type RelationshipView } from "../../src/relationships/relationship-rules.ts";
import { actionsOf, planOf, rowsOf } from "../import/import-scene.ts";

const MANY = 400;

/** A graph that counts the relationships that are read of it. */
class CountedGraph {
  read = 0;
  readonly #edges: readonly Edge[];

  constructor(edges: readonly (readonly [parent: string, child: string])[]) {
    this.#edges = edges.map(([parent, child]) => ({ parent_id: parent, child_id: child, type: "depends_on" }));
  }

  async close(parent: string, child: string): Promise<string[] | null> {
    const edgesAt: RelationshipView["edgesAt"] = async (_, end, ids, limit) => {
      const edges = this.#edges.filter((edge) => ids.includes(edge[end])).slice(0, limit);
      this.read += edges.length;
      return edges;
    };
    return await closedPath({ parentOf: async () => undefined, edgesAt }, { parent_id: parent, child_id: child, type: "depends_on" });
  }
}

const chain = (length: number): [string, string][] => Array.from({ length }, (_, index) => [`c${index}`, `c${index + 1}`]);
const fan = (end: "parent" | "child", hub: string): [string, string][] =>
  Array.from({ length: MANY }, (_, index) => (end === "parent" ? [hub, `${hub} ${index}`] : [`${hub} ${index}`, hub]));

describe("the search for a cycle", () => {
  it("ends where either end leads no further", async () => {
    for (const [parent, child] of [
      ["new", "c0"],
      [`c${MANY}`, "new"],
      ["new", "hub"],
      ["sink", "new"],
    ] as const) {
      const graph = new CountedGraph([...chain(MANY), ...fan("parent", "hub"), ...fan("child", "sink")]);
      expect(await graph.close(parent, child)).toBeNull();
      expect(graph.read, `${parent} to ${child}`).toBeLessThan(20);
    }
  });

  it("reads little more than the smaller side", async () => {
    const graph = new CountedGraph([...chain(10), ["c10", "hub"], ...fan("parent", "hub"), ["a", "b"], ["b", "c"], ["c", "d"]]);
    expect(await graph.close("d", "c0")).toBeNull();
    expect(graph.read).toBeLessThan(40);
  });

  it("finds the shortest path, of which both ends are part", async () => {
    const graph = new CountedGraph([...chain(8), ["c1", "x"], ["x", "c6"], ...fan("parent", "c3"), ...fan("child", "c4")]);
    expect(await graph.close("c8", "c0")).toEqual(["c0", "c1", "x", "c6", "c7", "c8"]);
    expect(await graph.close("c4", "c3")).toEqual(["c3", "c4"]);
    expect(await graph.close("c3", "c4")).toBeNull();
  });
});

describe("relationships of an import", () => {
  it.each(["from the end", "from the beginning", "by halves"])("that are a chain cost as many steps as there are: %s", async (order) => {
    await using inventory = await createInventory({ storage: sqlite(":memory:") });
    const indexes = Array.from({ length: MANY - 1 }, (_, index) => index);
    const ordered =
      order === "from the end" ? indexes.toReversed() : order === "by halves" ? indexes.toSorted((a, b) => (a & 1) - (b & 1)) : indexes;
    const steps = (["childrenOf", "parentsOf"] as const).map((name) => vi.spyOn(PlannedRelationships.prototype, name));
    const plan = await planOf(
      inventory,
      rowsOf(
        ...Array.from({ length: MANY }, (_, index) => ({ type: "device", ref: `d${index}`, set: { name: `d${index}` } })),
        ...ordered.map((index) => ({
          type: "relationship",
          set: { parent: { ref: `d${index}` }, child: { ref: `d${index + 1}` }, type: "contains" },
        })),
        { type: "relationship", set: { parent: { ref: `d${MANY - 1}` }, child: { ref: "d0" }, type: "contains" } },
      ),
    );
    const calls = steps.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    vi.restoreAllMocks();
    expect(actionsOf(plan).filter((action) => action === "create")).toHaveLength(2 * MANY - 1);
    expect(actionsOf(plan).at(-1)).toBe("conflict");
    expect(calls).toBeLessThan(10 * MANY);
  });
});
