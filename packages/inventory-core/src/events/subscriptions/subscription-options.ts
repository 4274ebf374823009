import { z } from "zod";
import { checkKeys, parseAll } from "../../contract/errors/validation.ts";
import { cursorOf } from "../feed/cursor.ts";

/** Most events of one call of a handler. */
export const MAX_BATCH = 1000;

const MAX_NAME = 200;

/** Context of one call of a handler. */
export interface SubscriptionCall {
  /** Aborts when this process loses the subscription, on `stop()` and on `close()`. */
  readonly signal: AbortSignal;
}

/** Options of `events.subscribe`. */
export interface SubscriptionOptions<Event = unknown> {
  /** Start of a new name: after the newest event, before the oldest one, or after a cursor. A known name goes on where it ended. */
  readonly from: "now" | "start" | (string & Record<never, never>);
  /** Names of the events that the handler gets; all unless set. */
  readonly events?: readonly string[] | undefined;
  /** Most events of one call, 1–1,000. Above 1 the handler gets arrays. Default 1. */
  readonly batch?: number | undefined;
  /** True starts a known name again at `from`, also while another process holds it. */
  readonly reset?: boolean | undefined;
  /**
   * Receives each error of the handler, with the events of the call and the number of the attempt, from 1. Return `"skip"` to go on after
   * these events; otherwise the call is repeated after a wait. CURSOR_EXPIRED comes without events, and the subscription has stopped.
   */
  readonly onError?: ((error: unknown, events: readonly Event[], attempt: number) => unknown) | undefined;
}

/** A handler of a subscription: it gets an event, or an array where `batch` is above 1. */
export type SubscriptionHandler = (given: never, call: SubscriptionCall) => unknown;

/** A subscription that runs in this process. */
export interface Subscription extends AsyncDisposable {
  /** Its name. */
  readonly name: string;
  /**
   * Aborts the signal of the handler, waits for the call that runs, and gives the name to the next process. Inside of its own handler it
   * does not wait. The cursor stays: `events.unsubscribe` forgets it.
   */
  stop(): Promise<void>;
}

/** A subscription as the database has it. */
export interface SubscriptionState {
  /** Its name. */
  readonly name: string;
  /** The cursor after the last event that its handler has done. */
  readonly cursor: string;
  /** Whether a process holds it. */
  readonly isActive: boolean;
  /** Failed calls in a row for the next event. */
  readonly failures: number;
  /** Sentence of the last error; null when the last call was done. */
  readonly error: string | null;
  /** Time of its first `subscribe`, ISO 8601 UTC. */
  readonly createdAt: string;
  /** Time when its cursor was last stored, ISO 8601 UTC. */
  readonly updatedAt: string;
}

const Name = z
  .string({ error: "must be a text" })
  .min(1, { error: "must not be empty" })
  .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters` })
  // oxlint-disable-next-line no-control-regex -- no storage takes NUL
  .regex(/^[^\u0000]*$/, { error: "must not contain NUL characters" });

const isFunction = z.custom<(...given: readonly unknown[]) => unknown>((value) => typeof value === "function", {
  error: "must be a function",
});

const Options = z.object({
  from: z.string({ error: 'must be "now", "start" or a cursor' }),
  events: z
    .array(z.string({ error: "must be a name of an event" }), { error: "must be an array of names of events" })
    .min(1, { error: "must have at least one name" })
    .optional(),
  batch: z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(MAX_BATCH, { error: `must be at most ${MAX_BATCH}` })
    .default(1),
  reset: z.boolean({ error: "must be true or false" }).default(false),
  onError: isFunction.optional(),
});

/** Arguments of `events.subscribe` after their check. */
export type CheckedOptions = z.output<typeof Options>;

/** @throws VALIDATION_ERROR at `name` */
export const checkName = (name: string): string => parseAll(z.object({ name: Name }), { name }).name;

/** @throws VALIDATION_ERROR that names each wrong option, or an unknown one with the closest known one */
export function checkSubscription(name: string, handler: SubscriptionHandler, options: SubscriptionOptions<never>): CheckedOptions {
  const given = (options as SubscriptionOptions | undefined) ?? {};
  checkKeys(given, Object.keys(Options.shape), "an option of events.subscribe");
  const checked = parseAll(z.object({ name: Name, handler: isFunction, ...Options.shape }), { ...given, name, handler });
  if (!["now", "start"].includes(checked.from)) cursorOf(checked.from, "from");
  return checked;
}
