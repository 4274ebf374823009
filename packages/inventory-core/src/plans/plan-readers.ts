import { holds, type Principal } from "../contract/access/principal.ts";
import type { Permission } from "../contract/access/permission.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { StepKind } from "./steps/step-kinds.ts";

/** Kinds of record without a declaration whose permissions have another name. */
const THINGS: Readonly<Record<string, string>> = {
  discovered: "discovery",
  discovered_device: "discovery",
  scan: "discovery",
};

/** Actions of permissions that show records. */
const LOOKS: ReadonlySet<string> = new Set(["list", "read"]);

const OF_ANOTHER = "the plan changes private records of another user, who alone may see them";

const thingOf = (permission: string): string => permission.slice(0, permission.indexOf(":"));

/** Who may see what plans show. */
export class PlanReaders {
  #permissions: readonly Permission[] = [];
  #names: ReadonlySet<string> = new Set();
  #thingOf: (type: string) => string = (type) => type;

  /** Takes the permissions of a host; called once, when it starts. @param thingOf what permissions call a kind of record */
  start(permissions: readonly Permission[], thingOf: (type: string) => string): void {
    this.#permissions = permissions;
    this.#thingOf = thingOf;
    this.#names = new Set(permissions.map(({ name }) => name));
  }

  /** @throws FORBIDDEN for a caller who may not read what steps are about */
  mayPlan(principal: Principal, kinds: readonly StepKind[]): void {
    this.mayRead(principal, [...new Set(kinds.flatMap(({ needs, refersTo }) => [...needs.map(thingOf), ...refersTo]))]);
  }

  /** @throws FORBIDDEN for a caller who may not read records of some types, private records of others among them */
  mayRead(principal: Principal, types: readonly string[]): void {
    for (const one of types) {
      const [type = "", owner] = one.split(/\/(.*)/s);
      const thing = THINGS[type] ?? this.#thingOf(type);
      const names = [thing, thing.replaceAll("_", "-")].flatMap((name) => [`${name}:read`, `${name}:list`]);
      const needed = names.find((permission) => this.#names.has(permission));
      if (needed !== undefined && !holds(principal, needed)) throw coreErrors.FORBIDDEN({ permission: needed });
      if (owner === undefined || principal.kind === "system" || (principal.userId !== null && owner === JSON.stringify(principal.userId)))
        continue;
      throw coreErrors.FORBIDDEN({ permission: needed ?? `${thing}:read`, reason: OF_ANOTHER });
    }
  }

  /**
   * The caller with every permission to change records: a rehearsal tells what would come of the steps when somebody applies them who may.
   * What the caller may read stays as it is, and so does what they are told.
   */
  asApplier(principal: Principal): Principal {
    if (principal.permissions === "all") return principal;
    const changing = this.#permissions
      .filter(({ action, ofAccounts }) => ofAccounts !== true && !LOOKS.has(action))
      .map(({ name }) => name);
    return { ...principal, permissions: new Set([...principal.permissions, ...changing]) };
  }
}
