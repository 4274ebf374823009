import type { Inventory } from "@cadastre/inventory-core";
import type { Model } from "./model.ts";
import type { Random } from "./random.ts";

/** One operation: what the model expects of it, how to do it, and what it does to the model. */
export interface Step {
  readonly title: string;
  /** Code of the error that must come; null when it must succeed. */
  readonly refused: string | null;
  readonly run: () => Promise<unknown>;
  /** What happens to the model first, as a change of its own (holds that are swept before an allocation). */
  readonly prepare?: () => void;
  readonly accept: (answer: { readonly id: string }) => void;
}

/** What steps are made of. */
export interface Scene {
  readonly model: Model;
  readonly random: Random;
  readonly inventory: Inventory;
  /** Moves the clock on, and lets the sweeper look once when `sweep`. */
  readonly advance: (ms: number, sweep: boolean) => Promise<void>;
}

export type StepMaker = (scene: Scene) => Step | undefined;

export const MISSING = "00000000-0000-7000-8000-000000000000";

export const step = (title: string, refused: string | null, run: () => Promise<unknown>, accept: Step["accept"]): Step => ({
  title,
  refused,
  run,
  accept,
});

/** A space to name: one, mostly none, or rarely one that is not there. */
export function anySpace({ model, random }: Scene): string | null {
  return random.chance(0.02) ? MISSING : random.chance(0.6) ? null : (random.pick(model.spaces)?.id ?? null);
}

/** A datacenter to put something in: one, none, or rarely one that is not there. */
export function anyDatacenter({ model, random }: Scene): string | null {
  return random.chance(0.02) ? MISSING : random.chance(0.35) ? null : (random.pick(model.datacenters) ?? null);
}
