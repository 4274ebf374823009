import type { AnyOperation } from "@cadastre/inventory-core";
import type { Manifest, Schemas } from "@cadastre/inventory-core/protocol";
import { ApiWriter, needs, type Surface } from "./api-of.ts";

/** The types of the client. */
export function clientApi(schemas: Schemas, { operations }: Manifest): string {
  const failures = new Map(operations.map(({ id, errors }) => [id, errors]));
  const surface: Surface = {
    name: "Operations",
    comment: "Every operation, by group and name.",
    file: "ServiceFile",
    watched: (type) => `Watched<${type === "Event" ? "KnownEvent" : type}>`,
    place: (operation) => `\`${operation.http.method} ${operation.http.path}\`, ${needs(operation)}`,
    errors: (operation) => codesOf(operation, failures),
  };
  const writer = new ApiWriter(schemas, surface);
  return [
    `import type { CallOptions, GivenItems, PagedRecordList, RecordList, ServiceFile, Watched } from "../answers/answers.ts";`,
    "",
    writer.types(),
    writer.calls(),
    writer.events(),
    EVENT_TYPES,
  ].join("\n");
}

/** Those that the operation declares come first. */
function codesOf({ id, errors = [] }: AnyOperation, failures: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...new Set([...errors, ...(failures.get(id) ?? [])])];
}

/** What a program says of events by their names. It stands beside the records, which need it for the stream. */
const EVENT_TYPES = `/**
 * Names of events, each with the type of its data: those of the service. A program adds those of plugins that its server has.
 *
 * @example
 * declare module "@cadastre/client" {
 *   interface EventData {
 *     "rack.created": { readonly id: string; readonly name: string };
 *   }
 * }
 */
export interface EventData extends ServiceEventData {}

/** Names of events. A newer server, or one with other plugins, may tell of further ones. */
export type EventName = keyof EventData;

/** One event of the log: its name tells which data it has. */
export interface NamedEvent<Name extends EventName> extends Omit<Event, "event" | "data"> {
  /** Name of the event: \`device.created\`. */
  readonly event: Name;
  /** The record, as the event tells of it. */
  readonly data: EventData[Name];
}

/** An event that the program knows: \`event\` tells which data it has. */
export type KnownEvent = { readonly [Name in EventName]: NamedEvent<Name> }[EventName];
`;
