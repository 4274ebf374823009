import type { z } from "zod";
import type { Fields } from "../errors/validation.ts";
import type { Change } from "../storage/write-path.ts";
import type { CallContext } from "./operation.ts";

/**
 * A step of plans that is no operation, since nobody outside may ask for it by itself: moving a pool to another network, as a part of
 * splitting that one. Whoever makes such a plan hands it over like any other step, by its name and body.
 */
export interface InternalStep<Body extends z.ZodObject = z.ZodObject> {
  /** As a step names it, with a `/` that no operation has: `networks.split/pool`. */
  readonly id: string;
  /** Permissions that whoever applies it needs. */
  readonly needs: readonly string[];
  /** Schema of its body. */
  readonly body: Body;
  /** Records that a plan with this step may change, where one step changes very many; the limit of plans unless given. */
  readonly maxRecords?: number;
  /**
   * Does it, on the change of the plan; what it answers may have an `id`, for later steps.
   * @param call whose changes are a part of that change
   */
  readonly run: (change: Change, body: Fields<Body>, call: CallContext) => Promise<unknown>;
}

/** An internal step of which nothing but the data is known. */
export type AnyInternalStep = Omit<InternalStep, "run"> & {
  readonly run: (change: Change, body: never, call: CallContext) => Promise<unknown>;
};

/** Declares an internal step; the type of its body follows from the schema. */
export function defineInternalStep<Body extends z.ZodObject>(step: InternalStep<Body>): AnyInternalStep {
  return step;
}
