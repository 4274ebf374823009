import { type Permission as DeclaredPermission, serviceToken } from "@cadastre/inventory-core";
import { type Permission, permissionRecord } from "./permission.ts";
import { ADMIN } from "./role.ts";

export const PERMISSIONS = serviceToken<PermissionCatalogue>("auth-permissions");

/** Permission names held, or all there are. */
export type Held = ReadonlySet<string> | "all";

/**
 * The permissions that the plugins of this host declare, and which of them the system roles hold. Read off the
 * declarations when the host starts, stored nowhere.
 */
export class PermissionCatalogue {
  #all: readonly Permission[] = [];
  readonly #byRole = new Map<string, ReadonlySet<string>>();

  /** Takes what a host declares; called once, when it starts. */
  load(declared: readonly DeclaredPermission[]): void {
    this.#all = declared.map(permissionRecord).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const role of ["operator", "viewer"] as const) {
      this.#byRole.set(
        role,
        new Set(declared.filter((permission) => permission.roles.includes(role)).map((permission) => permission.name)),
      );
    }
  }

  get all(): readonly Permission[] {
    return this.#all;
  }

  /** The permission of a name or id. */
  find(nameOrId: string): Permission | undefined {
    return this.#all.find(({ id, name }) => name === nameOrId || id === nameOrId);
  }

  /** What a system role holds. */
  ofSystemRole(role: string): Held {
    return role === ADMIN ? "all" : (this.#byRole.get(role) ?? new Set());
  }

  /** The union of system roles' permissions and others, by name. Names that nobody declares any more are left out by {@link records}. */
  union(systemRoles: readonly string[], others: readonly string[]): Held {
    const names = new Set(others);
    for (const role of systemRoles) {
      const held = this.ofSystemRole(role);
      if (held === "all") return "all";
      for (const name of held) names.add(name);
    }
    return names;
  }

  records(held: Held): Permission[] {
    return this.#all.filter((permission) => held === "all" || held.has(permission.name));
  }
}
