import type { PickedGraph } from "./graph.ts";
import type { Surroundings } from "./surroundings.ts";

/** Devices that are read to choose from. An inventory that has more needs a filter. */
export const MOST_READ = 2000;

/** Relationships that are read to find those among the devices. */
export const MOST_RELATIONSHIPS = 50_000;

/** What there is to draw, or why there is nothing. */
export type Topology =
  | ({ readonly kind: "filtered"; readonly passed: number; /** Others pass, or relate, that were not read. */ readonly more: boolean; readonly unread: boolean } & PickedGraph)
  | ({ readonly kind: "around"; readonly centre: string } & Surroundings)
  | { readonly kind: "too-many"; readonly total: number };
