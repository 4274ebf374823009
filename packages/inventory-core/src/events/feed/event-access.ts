import type { EventType } from "../../contract/storage/event.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import { holds, type Principal } from "../../contract/access/principal.ts";

/** Tells whether a caller is shown an event, by its name. */
export type IsShown = (event: string) => boolean;

/** Who is shown which events: those whose record the caller may read. */
export class EventAccess {
  readonly #accessOf: ReadonlyMap<string, string>;

  constructor(types: readonly EventType[]) {
    this.#accessOf = new Map(types.map(({ name, access }) => [name, access]));
  }

  /** @param wanted names that the caller asked for; all unless given. @throws VALIDATION_ERROR naming those that are none */
  shownTo(principal: Principal, wanted?: readonly string[]): IsShown {
    const unknown = wanted?.filter((name) => !this.#accessOf.has(name)) ?? [];
    if (unknown.length > 0) throw invalidField("event", `${unknown.map((name) => JSON.stringify(name)).join(", ")}: unknown event`);
    const names = wanted === undefined ? undefined : new Set(wanted);
    return (event) => {
      if (names?.has(event) === false) return false;
      const access = this.#accessOf.get(event);
      // Of a plugin that is not there any more, nobody knows what reading it takes.
      return access === undefined ? principal.permissions === "all" : holds(principal, access);
    };
  }
}
