import type { LocationQuery } from "vue-router";
import { type RelationshipType, TYPE_NAMES } from "./relationship-types.ts";

/** What the page of the topology shows; the address of the page holds it. */
export interface TopologyFilter {
  readonly q: string;
  readonly tags: readonly string[];
  readonly datacenter: string;
  readonly type: RelationshipType | "";
  readonly alone: boolean;
  /** Around this device; empty for all that pass the filter. */
  readonly device: string;
  /** Steps from that device. */
  readonly depth: number;
}

export const DEPTHS = [1, 2, 3, 4] as const;

/** What an address of the page asks for; what it says wrongly is as if it were not there. */
export function topologyFilterOf(query: LocationQuery): TopologyFilter {
  const text = (name: string): string => {
    const value = query[name];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };
  return {
    q: text("q").trim(),
    tags: text("tags")
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    datacenter: text("datacenter"),
    type: TYPE_NAMES.find((type) => type === text("type")) ?? "",
    alone: text("alone") === "1",
    device: text("device"),
    depth: DEPTHS.find((depth) => String(depth) === text("depth")) ?? 1,
  };
}
