import type { Permission } from "@cadastre/client";

/** The permissions for one kind of thing. */
export interface PermissionGroup {
  /** The kind of thing, as text. */
  readonly thing: string;
  readonly permissions: readonly { readonly name: string; readonly action: string }[];
}

/** Actions in the order in which they reach further; others come after them. */
const ORDER = ["list", "read", "create", "update", "delete"];
const rankOf = (action: string): number => (ORDER.includes(action) ? ORDER.indexOf(action) : ORDER.length);

/** Permissions by what they are for, as a person looks for them. */
export function groupsOf(permissions: readonly Permission[]): readonly PermissionGroup[] {
  const groups = Map.groupBy(permissions, ({ resource }) => resource);
  return [...groups]
    .map(([resource, own]) => ({
      thing: resource.replaceAll("-", " "),
      permissions: own
        .map(({ name, action }) => ({ name, action }))
        .toSorted((one, other) => rankOf(one.action) - rankOf(other.action) || (one.action < other.action ? -1 : 1)),
    }))
    .toSorted((one, other) => (one.thing < other.thing ? -1 : 1));
}
