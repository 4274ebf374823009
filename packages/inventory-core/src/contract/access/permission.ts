/** What a permission allows: `<thing>:<action>`. */
export interface Permission {
  /** `<thing>:<action>`, as operations ask for it: `device:list`. */
  readonly name: string;
  /** The thing in the plural, as clients group by it: `devices`. */
  readonly resource: string;
  /** What it allows: `list`. */
  readonly action: string;
  /** What operations that need it are about, beside `inventory`: `ipam`. AI clients load the tools of an area. */
  readonly area?: string;
  /** The built-in roles that hold it besides `admin`, which holds all (docs/spec/accounts.md#built-in-roles). */
  readonly roles: readonly BuiltInRole[];
  /**
   * It is about who may do what. Operations that ask for it say whether a delegated token may call them ({@link OperationSpec.delegable}).
   */
  readonly ofAccounts?: true;
}

/** A permission whose name the compiler knows. */
export interface DeclaredPermission<Name extends string> extends Permission {
  readonly name: Name;
}

/** Roles that every service has, beside `admin`. */
export type BuiltInRole = "operator" | "viewer" | "proposer";

/** Permissions of one thing, and which of the built-in roles hold each. */
export interface PermissionDeclaration<Action extends string> {
  /** The thing in the plural: `racks`. */
  readonly resource: string;
  /** Actions that the role `viewer` may do; none unless given. */
  readonly viewer?: readonly Action[];
  /** Actions that the role `operator` may do; none unless given. */
  readonly operator?: readonly Action[];
  /** Actions that the role `proposer` may do beside those of `viewer`; none unless given. */
  readonly proposer?: readonly Action[];
  /** What operations on it are about, in lower case: `ipam`; `inventory` unless given. AI clients load the tools of an area. */
  readonly area?: string;
  /** What can be done with it. */
  readonly actions: readonly Action[];
  /** They are about who may do what. */
  readonly ofAccounts?: true;
}

/** Permission names a declaration makes. */
export type PermissionNames<T extends Record<string, PermissionDeclaration<string>>> = {
  [Thing in keyof T & string]: `${Thing}:${T[Thing]["actions"][number]}`;
}[keyof T & string];

/**
 * Declares permissions, with the built-in roles that hold each.
 *
 * @example
 * definePermissions({ rack: { resource: "racks", actions: ["list", "update"], viewer: ["list"], operator: ["list", "update"] } });
 */
export function definePermissions<const T extends Record<string, PermissionDeclaration<string>>>(
  things: T,
): readonly DeclaredPermission<PermissionNames<T>>[] {
  return Object.entries(things).flatMap(([thing, declaration]) =>
    declaration.actions.map((action) => ({
      name: `${thing}:${action}` as PermissionNames<T>,
      resource: declaration.resource,
      action,
      roles: (["operator", "viewer", "proposer"] as const).filter(
        (role) => declaration[role]?.includes(action) === true || (role === "proposer" && declaration.viewer?.includes(action) === true),
      ),
      ...(declaration.area !== undefined && { area: declaration.area }),
      ...(declaration.ofAccounts === true && { ofAccounts: true as const }),
    })),
  );
}
