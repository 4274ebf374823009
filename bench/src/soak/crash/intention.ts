/** What the clients change. */
export const RESOURCES = ["device", "network", "allocation", "relationship"] as const;

export type Resource = (typeof RESOURCES)[number];
export type Action = "create" | "update" | "delete";
export type Kind =
  | "device.create"
  | "device.update"
  | "device.delete"
  | "network.create"
  | "network.delete"
  | "pool.create"
  | "allocation.create"
  | "allocation.delete"
  | "relationship.create"
  | "relationship.delete";

/** A call as data, so that it can be made in this process, in a child or over HTTP. */
export interface Request {
  readonly kind: Kind;
  /** Path parameters, in order. */
  readonly params: readonly string[];
  readonly body?: Readonly<Record<string, unknown>>;
}

export type Answer =
  | { readonly status: "ok"; readonly result: unknown }
  | { readonly status: "refused"; readonly code: string }
  /** The host went before it answered: what was asked for may have happened or not. */
  | { readonly status: "gone" };

/** What takes requests. */
export interface Performer {
  perform(request: Request): Promise<Answer>;
}

/** A change that a client is about to ask for. */
export interface Intention {
  readonly client: number;
  readonly resource: Resource;
  readonly action: Action;
  /** By what a new record is found while its id is not known: its name or its request key. */
  readonly key: string;
  /** Text that only this change writes into the record; that of the record as it is for a deletion. */
  readonly mark: string;
  /** Unknown while the record is being created, except for relationships. */
  readonly id: string | undefined;
  /** How many records it makes, all or none. */
  readonly count: number;
  readonly request: Request;
}

/** A change as the event log or the audit trail tells of it. */
export interface Trace {
  readonly resource: string;
  readonly action: string;
  readonly id: string;
  readonly mark: string;
}

/** The resources whose changes have events; the others only have audit rows. */
export const WITH_EVENTS: ReadonlySet<string> = new Set<Resource>(["device", "network", "relationship"]);

/** The same text for the same change, wherever it is read. */
export const traceText = ({ resource, action, id, mark }: Trace): string => `${resource}.${action} ${id} ${JSON.stringify(mark)}`;
