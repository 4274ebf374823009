import { COMMITTED_EVENTS, type CommittedEvents, type EventDataOf, type LoggedEvent } from "../contract/storage/event.ts";
import type { ServiceToken } from "../contract/service-token.ts";
import type { coreEvents } from "./core-events.ts";

/**
 * Names of events, each with the type of its data: those of the engine, and those that plugins add.
 *
 * @example
 * // In a plugin, beside its events:
 * declare module "@cadastre/inventory-core" {
 *   interface EventData extends EventDataOf<typeof rackCreated> {}
 * }
 */
export interface EventData extends EventDataOf<typeof coreEvents> {}

/** Names of the events of the engine and of the plugins that a program imports. */
export type EventName = keyof EventData;

/** An event of the engine or of a plugin that the program imports: its name (`event`) tells which data it has. */
export type KnownEvent = { readonly [Name in EventName]: LoggedEvent<Name, EventData[Name]> }[EventName];

/** How a program hears of committed changes. */
export interface EventListeners {
  /**
   * Hears events of this process after their commit. @returns a function that stops it
   * @throws UNKNOWN_EVENT for a name that no plugin declares, INVENTORY_CLOSED
   */
  on<Name extends EventName>(name: Name, listener: (event: LoggedEvent<Name, EventData[Name]>) => unknown): () => void;
  /** The same for all events. Those of plugins that the program does not import come too. */
  on(name: "*", listener: (event: KnownEvent) => unknown): () => void;
}

/** Committed changes, as plugins get at them. A cursor never passes an event while an earlier one can still commit. */
export interface EventSource extends EventListeners, Omit<CommittedEvents, "on"> {}

/** The events of the host, for plugins. */
export const EVENTS = COMMITTED_EVENTS as ServiceToken<EventSource>;
