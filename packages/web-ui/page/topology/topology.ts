import type { PickedGraph } from "./graph.ts";
import type { Neighborhood } from "./neighborhood.ts";

/** An inventory of more devices is drawn only through a filter. */
export const MAX_UNFILTERED = 2000;

/** Related devices of a filter that are kept to choose from. */
export const MAX_RELATED = 10_000;

/** Relationships that are read. */
export const MAX_RELATIONSHIPS = 50_000;

/** What there is to draw, or why there is nothing. */
export type Topology =
  | ({
      readonly kind: "filtered";
      readonly passed: number;
      /** Others pass, or relate, that were not read. */ readonly more: boolean;
      readonly unread: boolean;
    } & PickedGraph)
  | ({ readonly kind: "around"; readonly centre: string } & Neighborhood)
  | { readonly kind: "too-many"; readonly total: number };
