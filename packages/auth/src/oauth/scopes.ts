import { serviceToken } from "@cadastre/inventory-core";
import type { Held, PermissionCatalogue } from "../roles/permission-catalogue.ts";

export const OAUTH_SCOPES = serviceToken<OAuthScopes>("auth-oauth-scopes");

/** What may be asked for: scopes are permission names (docs/spec/oauth.md#scopes). */
export class OAuthScopes {
  readonly #permissions: PermissionCatalogue;

  /** @param permissions loaded when the host starts */
  constructor(permissions: PermissionCatalogue) {
    this.#permissions = permissions;
  }

  /** Every permission, by name. */
  get all(): readonly string[] {
    return this.#permissions.all.map(({ name }) => name);
  }

  /** What a client gets that names no scope: the work with the inventory, and nothing of administration. */
  get usual(): readonly string[] {
    const held = this.#permissions.ofSystemRole("operator");
    return this.all.filter((name) => held === "all" || held.has(name));
  }

  isKnown(name: string): boolean {
    return this.#permissions.find(name)?.name === name;
  }

  /** What is left of a token's scope when its user holds so much at this moment. */
  within(scope: string, held: Held): ReadonlySet<string> {
    return new Set(scope.split(" ").filter((name) => this.isKnown(name) && (held === "all" || held.has(name))));
  }

  /** Permissions in plain words, a line for each thing: `devices: list, read, change`. */
  inWords(names: ReadonlySet<string>): readonly string[] {
    const byThing = new Map<string, string[]>();
    for (const { name, resource, action } of this.#permissions.all) {
      if (!names.has(name)) continue;
      const actions = byThing.get(resource) ?? [];
      actions.push(WORDS[action] ?? action);
      byThing.set(resource, actions);
    }
    return [...byThing].map(([thing, actions]) => `${thing.replaceAll(/[-_]/g, " ")}: ${actions.join(", ")}`);
  }
}

/** Actions in the words of the consent page, where the name alone says less. */
const WORDS: Readonly<Record<string, string>> = { update: "change", detect: "look for", apply: "run" };
