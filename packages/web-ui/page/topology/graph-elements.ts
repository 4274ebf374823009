import type { ElementDefinition } from "cytoscape";
import type { Graph } from "./graph.ts";

/** A graph as the library takes it. @param centre the device that it is about, if any */
export function graphElements({ devices, stubs = [], relationships }: Graph, centre: string): ElementDefinition[] {
  return [
    ...devices.map(({ id, name, status }) => ({ group: "nodes" as const, data: { id, name, status, centre: id === centre } })),
    ...stubs.map(({ id, name }) => ({ group: "nodes" as const, data: { id, name, stub: true } })),
    ...relationships.map(({ parent_id: source, child_id: target, type }) => ({
      group: "edges" as const,
      data: { id: `${source} ${target} ${type}`, source, target, type },
    })),
  ];
}
