import type { Graph, Stub } from "./graph.ts";
import type { Neighborhood } from "./neighborhood.ts";

/** An inventory of more devices is drawn only through a filter. */
export const MAX_UNFILTERED = 2000;

/** Related devices of a filter among which the most related ones are picked; further ones are counted. */
export const MAX_RELATED = 10_000;

/** Relationships that are kept; further ones are counted. */
export const MAX_RELATIONSHIPS = 50_000;

/** A diagram of the devices of a filter. */
export interface FilteredTopology extends Graph {
  readonly kind: "filtered";
  readonly stubs: readonly Stub[];
  /** Devices that match the filter. */
  readonly matched: number;
  /** Whether only relationships of one type are shown. */
  readonly isOfType: boolean;
  /** Relationships that were not read. */
  readonly unread: number;
  /** Devices without relationships, left out. */
  readonly alone: number;
  /** Devices left out because there are too many. */
  readonly cut: number;
  /** Relationships to further devices outside, left out because these are too many. */
  readonly cutLinks: number;
}

/** A diagram, or why there is none. */
export type Topology =
  | FilteredTopology
  | ({ readonly kind: "around"; readonly centre: string } & Neighborhood)
  | { readonly kind: "too-many"; readonly total: number };
