import type { z } from "zod";
import { holds, type Principal } from "../access/principal.ts";
import { serviceToken } from "../service-token.ts";

/** A kind of event: its name, the schema of its `data`, and who may read it. */
export interface EventType<Name extends string = string, Data extends z.ZodType = z.ZodType> {
  /** `<thing>.<what happened>`: `device.created`. */
  readonly name: Name;
  /** When it is told, in a sentence without its full stop. */
  readonly description: string;
  /** Schema of its data. */
  readonly data: Data;
  /** Permission that reading its record takes: who lacks it is not shown the event. */
  readonly access: string;
  /** Parts of its data that take a further permission each. */
  readonly guarded: readonly GuardedData<z.output<Data>>[];
  /** Whether a reader with the permission may see the record; all may by default. */
  isShown?(this: void, reader: Pick<Principal, "kind" | "userId">, data: z.output<Data>): boolean;
}

/** Data of an event of which a part is told only to who may read another record. */
export interface GuardedData<Data = unknown> {
  /** Permission that reading that part takes. */
  readonly access: string;
  /** Returns the data without that part; the same for data that is without it already. */
  hide(this: void, data: Data): Data;
}

/**
 * Declares an event. Names are `<thing>.<past participle>`.
 *
 * @param access permission that reading its record takes; `<thing>:read` unless given
 * @param guarded parts of its data that take a further permission each
 */
export function defineEvent<const Name extends string, Data extends z.ZodType>(
  name: Name,
  description: string,
  data: Data,
  access = `${name.slice(0, name.indexOf("."))}:read`,
  ...guarded: readonly GuardedData<z.output<Data>>[]
): EventType<Name, Data> {
  if (!/^[a-z][a-z\d_]*\.[a-z_]+$/.test(name)) throw new TypeError(`event name ${name} must be <thing>.<what_happened>`);
  return { name, description, data, access, guarded };
}

/** Whether a reader with the permission of an event may see its record. @param data JSON text of the whole data */
export const isShownTo = ({ isShown }: Pick<EventType, "isShown">, reader: Pick<Principal, "kind" | "userId">, data: string): boolean =>
  isShown?.(reader, JSON.parse(data)) ?? true;

/**
 * The data of an event as somebody may read it who may read its record.
 *
 * @param reader who reads it; only their permissions count
 * @param data JSON text of the whole data
 * @returns the same text, or that of the data without the parts that the reader may not read
 */
export function dataShownTo({ guarded }: Pick<EventType, "guarded">, reader: Pick<Principal, "permissions">, data: string): string {
  const hidden = guarded.filter(({ access }) => !holds(reader, access));
  if (hidden.length === 0) return data;
  return JSON.stringify(hidden.reduce<unknown>((shown, { hide }) => hide(shown), JSON.parse(data)));
}

/**
 * Names of events with the types of their data: what a plugin adds to `EventData`.
 * @typeParam Types an event, or a list of events
 *
 * @example
 * declare module "@cadastre/inventory-core" {
 *   interface EventData extends EventDataOf<typeof rackCreated> {}
 * }
 */
export type EventDataOf<Types extends EventType | readonly EventType[]> = {
  readonly [Type in Types extends readonly EventType[] ? Types[number] : Types as Type["name"]]: z.output<Type["data"]>;
};

/** One event of the log, as written in the transaction of the change it tells of. */
export interface LoggedEvent<Name extends string = string, Data = unknown> {
  /** Identifier (UUID version 7), the same for every reader. */
  readonly id: string;
  /** Its name: `device.created`. */
  readonly event: Name;
  /** ISO 8601 UTC, the time of the change. */
  readonly timestamp: string;
  /** Id of the record the event is about: deliveries for one record keep their order. */
  readonly record_id: string;
  /** Id of the change that it tells of, as its audit rows have it; null for events of earlier versions. */
  readonly change_id: string | null;
  /** What happened to the record; the name tells which fields there are. */
  readonly data: Data;
}

/** One event of the log as it is stored: its data is JSON text. */
export interface StoredEvent extends Omit<LoggedEvent, "data"> {
  /** Its data as JSON text. */
  readonly data: string;
  /** The cursor after it. */
  readonly cursor: string;
}

/** Events of the log in order, and the cursor after the last of them (the one that was given, when there are none). */
export interface StoredEventPage {
  /** Events in order, oldest first. */
  readonly events: readonly StoredEvent[];
  /** The cursor after the last of them. */
  readonly next: string;
  /** Whether they are fewer than asked for because their data is long: more follow. */
  readonly isCut: boolean;
}

/** Event horizon of storages that commit in the order of their sequence: it is above the `txid` of every event, which is 0 there. */
export const ABOVE_ALL_EVENTS = 1n;

/** Committed changes, for parts that know no names of events. A cursor never passes an event while an earlier one can still commit. */
export interface CommittedEvents {
  /**
   * Hears events of this process after their commit, in the order of the commits. @param name event name, or `*` for all. @returns stops it
   * @throws UNKNOWN_EVENT for a name that no plugin of the host declares
   */
  on(name: string, listener: (event: LoggedEvent) => unknown): () => void;
  /** Events after a cursor, `limit` at most, and fewer of those with long data. @throws VALIDATION_ERROR (no cursor), CURSOR_EXPIRED */
  after(cursor: string, limit: number): Promise<StoredEventPage>;
  /** The cursor after the newest event that can be read. */
  end(): Promise<string>;
  /** Below 0 when the first cursor is before the second, 0 when they are the same place. */
  compare(first: string, second: string): number;
}

/** The events of the host. */
export const COMMITTED_EVENTS = serviceToken<CommittedEvents>("events");
