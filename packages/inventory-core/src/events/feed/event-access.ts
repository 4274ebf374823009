import { dataShownTo, isShownTo, type EventType, type StoredEvent } from "../../contract/storage/event.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import { holds, type Principal } from "../../contract/access/principal.ts";

/** An event as a caller is shown it; undefined where the caller is not. */
export type Showing = (event: StoredEvent) => StoredEvent | undefined;

/** Who is shown which events, and what of them: those whose record the caller may read. */
export class EventAccess {
  readonly #types: ReadonlyMap<string, EventType>;

  constructor(types: readonly EventType[]) {
    this.#types = new Map(types.map((type) => [type.name, type]));
  }

  /** @param wanted names that the caller asked for; all unless given. @throws VALIDATION_ERROR naming those that are none */
  shownTo(principal: Principal, wanted?: readonly string[]): Showing {
    const unknown = wanted?.filter((name) => !this.#types.has(name)) ?? [];
    if (unknown.length > 0) throw invalidField("event", `${unknown.map((name) => JSON.stringify(name)).join(", ")}: unknown event`);
    const names = wanted === undefined ? undefined : new Set(wanted);
    return (event) => {
      if (names?.has(event.event) === false) return undefined;
      const type = this.#types.get(event.event);
      // Of a plugin that is not there any more, nobody knows what reading it takes.
      if (type === undefined) return principal.permissions === "all" ? event : undefined;
      if (!holds(principal, type.access) || !isShownTo(type, principal, event.data)) return undefined;
      const data = dataShownTo(type, principal, event.data);
      return data === event.data ? event : { ...event, data };
    };
  }
}
