import { COMMITTED_EVENTS, type CommittedEvents, type EventDataOf, type LoggedEvent } from "../contract/storage/event.ts";
import type { Datacenter, Field, Space, Vlan, VlanGroup } from "../contract/generated/api.ts";
import type { ServiceToken } from "../contract/service-token.ts";
import type {
  Subscription,
  SubscriptionCall,
  SubscriptionOptions,
  SubscriptionState,
} from "../events/subscriptions/subscription-options.ts";
import type { coreEvents } from "./core-events.ts";

/** The events of a declared kind. */
type RecordEventData<Name extends string, Record> = { readonly [Event in `${Name}.${"created" | "deleted"}`]: Record } & {
  readonly [Event in `${Name}.updated`]: Record & { changes: string[] };
};

/**
 * Names of events, each with the type of its data: those of the engine, and those that plugins add.
 *
 * @example
 * // In a plugin, beside its events:
 * declare module "@cadastre/inventory-core" {
 *   interface EventData extends EventDataOf<typeof rackCreated> {}
 * }
 */
export interface EventData
  extends
    EventDataOf<typeof coreEvents>,
    RecordEventData<"datacenter", Datacenter>,
    RecordEventData<"field", Field>,
    RecordEventData<"space", Space>,
    RecordEventData<"vlan", Vlan>,
    RecordEventData<"vlan_group", VlanGroup> {}

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

/** An event as a handler of a subscription gets it, with the cursor after it. @typeParam Name names of events; all unless given */
export type SubscribedEvent<Name extends EventName = EventName> = {
  readonly [Each in Name]: LoggedEvent<Each, EventData[Each]> & { readonly cursor: string };
}[Name];

/** What a handler gets: an event, or an array of events where `batch` is above 1. */
type Delivered<Name extends EventName, Batch extends number> =
  | (Batch extends 1 ? SubscribedEvent<Name> : never)
  | (number extends Batch ? SubscribedEvent<Name> : never)
  | (Batch extends 1 ? never : readonly SubscribedEvent<Name>[]);

/** Options of {@link EventSubscriptions.subscribe}, which narrow what its handler receives. */
export interface SubscribeOptions<Name extends EventName, Batch extends number> extends SubscriptionOptions<SubscribedEvent<Name>> {
  /** Names of events. The handler receives these alone; all unless given. */
  readonly events?: readonly Name[] | undefined;
  /** Most events of one call, 1–1,000; 1 unless given. The handler receives lists when it is above 1. */
  readonly batch?: Batch | undefined;
}

/** Durable subscriptions of a program: each name has a cursor in the database, and goes on after a restart where it ended. */
export interface EventSubscriptions {
  /**
   * Calls a handler with each committed event after the cursor of a name, in the order of the log, at least once. The cursor is stored
   * after each call. A failed call is repeated after 1 second up to 5 minutes, and nothing of the name goes on meanwhile, unless `onError`
   * returns `"skip"`. One process at a time calls the handler of a name; others wait, and take over 15 seconds after its end at most.
   * When retention or a restore has removed events after the cursor, `onError` gets CURSOR_EXPIRED and the subscription stops.
   *
   * @returns once the name is stored: later events are not missed
   * @throws VALIDATION_ERROR, UNKNOWN_EVENT, CONFLICT (the name runs in this process), CURSOR_EXPIRED (`from` of a new name), READ_ONLY,
   * UNAVAILABLE, INVENTORY_CLOSED
   *
   * @example
   * await inventory.events.subscribe("dns", async (event) => await writeRecord(event.data), {
   *   from: "start",
   *   events: ["device.created", "device.updated"],
   * });
   */
  subscribe<const Name extends EventName = EventName, const Batch extends number = 1>(
    name: string,
    handler: (given: Delivered<Name, Batch>, call: SubscriptionCall) => unknown,
    options: SubscribeOptions<Name, Batch>,
  ): Promise<Subscription>;
  /** Returns every subscription of the database, by name. @throws UNAVAILABLE, INVENTORY_CLOSED */
  subscriptions(): Promise<readonly SubscriptionState[]>;
  /**
   * Stops a subscription in every process and deletes its cursor. @returns false when there is none
   * @throws VALIDATION_ERROR, READ_ONLY, UNAVAILABLE, INVENTORY_CLOSED
   */
  unsubscribe(name: string): Promise<boolean>;
  /** Returns the cursor after the newest event that can be read. @throws UNAVAILABLE, INVENTORY_CLOSED */
  end(): Promise<string>;
}

/** Committed changes, as plugins get at them. A cursor never passes an event while an earlier one can still commit. */
export interface EventSource extends EventListeners, Omit<CommittedEvents, "on"> {}

/** The events of the host, for plugins. */
export const EVENTS = COMMITTED_EVENTS as ServiceToken<EventSource>;
