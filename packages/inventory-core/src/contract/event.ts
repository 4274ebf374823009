import type { z } from "zod";

/** A kind of event: its name and the schema of its `data`. */
export interface EventType<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  readonly name: Name;
  readonly description: string;
  readonly data: Data;
}

/** Declares an event. Names are `<thing>.<past participle>`. */
export function defineEvent<const Name extends string, Data extends z.ZodType>(
  name: Name,
  description: string,
  data: Data,
): EventType<Name, Data> {
  if (!/^[a-z_]+\.[a-z_]+$/.test(name)) throw new TypeError(`event name ${name} must be <thing>.<what_happened>`);
  return { name, description, data };
}

/** One event of the log, as written in the transaction of the change it tells of. */
export interface LoggedEvent<Name extends string = string, Data = unknown> {
  readonly id: string;
  readonly event: Name;
  /** ISO 8601 UTC, the time of the change. */
  readonly timestamp: string;
  /** Id of the record the event is about: deliveries for one record keep their order. */
  readonly record_id: string;
  readonly data: Data;
}
