/** What a permission allows: `<thing>:<action>`. */
export interface Permission {
  readonly name: string;
  /** The thing in the plural, as clients group by it: `devices`. */
  readonly resource: string;
  readonly action: string;
  /** The built-in roles that hold it besides `admin`, which holds all (docs/spec/accounts.md#built-in-roles). */
  readonly roles: readonly BuiltInRole[];
  /**
   * It is about who may do what. Operations that ask for it say whether a delegated token may call them ({@link OperationSpec.delegable}).
   */
  readonly ofAccounts?: true;
}

export type BuiltInRole = "operator" | "viewer";

interface Declaration<Action extends string> {
  readonly resource: string;
  readonly viewer?: readonly Action[];
  readonly operator?: readonly Action[];
  readonly actions: readonly Action[];
  readonly ofAccounts?: true;
}

/** Permission names a declaration makes. */
export type PermissionNames<T extends Record<string, Declaration<string>>> = {
  [Thing in keyof T & string]: `${Thing}:${T[Thing]["actions"][number]}`;
}[keyof T & string];

/**
 * Declares permissions, with the built-in roles that hold each.
 *
 * @example
 * definePermissions({ rack: { resource: "racks", actions: ["list", "update"], viewer: ["list"], operator: ["list", "update"] } });
 */
export function definePermissions<const T extends Record<string, Declaration<string>>>(
  things: T,
): readonly (Permission & { readonly name: PermissionNames<T> })[] {
  return Object.entries(things).flatMap(([thing, declaration]) =>
    declaration.actions.map((action) => ({
      name: `${thing}:${action}` as PermissionNames<T>,
      resource: declaration.resource,
      action,
      roles: (["operator", "viewer"] as const).filter((role) => declaration[role]?.includes(action)),
      ...(declaration.ofAccounts === true && { ofAccounts: true as const }),
    })),
  );
}
