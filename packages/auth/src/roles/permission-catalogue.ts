import { type Permission, type PermissionRecord, serviceToken } from "@cadastre/inventory-core";
import { permissionRecords } from "@cadastre/inventory-core/protocol";
import { ADMIN, SYSTEM_ROLES } from "./role.ts";

export const PERMISSIONS = serviceToken<PermissionCatalogue>("auth-permissions");

/** Permission names held, or all there are. */
export type Held = ReadonlySet<string> | "all";

/**
 * The permissions that the plugins of this host declare, and which of them the system roles hold. Read off the
 * declarations when the host starts, stored nowhere.
 */
export class PermissionCatalogue {
  #all: readonly PermissionRecord[] = [];
  readonly #byRole = new Map<string, ReadonlySet<string>>();

  /** Takes what a host declares; called once, when it starts. */
  load(declared: readonly Permission[]): void {
    this.#all = permissionRecords(declared);
    for (const role of Object.keys(SYSTEM_ROLES)) {
      this.#byRole.set(role, new Set(declared.filter(({ roles }) => roles.some((name) => name === role)).map(({ name }) => name)));
    }
  }

  get all(): readonly PermissionRecord[] {
    return this.#all;
  }

  /** The permission of a name or id. */
  find(nameOrId: string): PermissionRecord | undefined {
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

  records(held: Held): PermissionRecord[] {
    return this.#all.filter((permission) => held === "all" || held.has(permission.name));
  }
}
