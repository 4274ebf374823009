import { z } from "zod";
import type { BuiltInRole, Permission } from "../contract/access/permission.ts";
import type { Credential, Principal } from "../contract/access/principal.ts";
import { parseAll } from "../contract/errors/validation.ts";

/** A user for whom the program calls ({@link Inventory.as}), with roles and permissions. */
export interface ActingUser {
  /** Stays the same for the user: the audit log, limits and streams use it. */
  readonly id: string;
  /** Name that records and the audit log show; the id unless given. */
  readonly username?: string | undefined;
  /** `admin` may do everything; the others what every plugin says they may (docs/spec/accounts.md#built-in-roles). None unless given. */
  readonly role?: BuiltInRole | "admin" | undefined;
  /** Further roles. */
  readonly roles?: readonly (BuiltInRole | "admin")[] | undefined;
  /** Names of further permissions: `device:list`. For a role of your own, give its permissions. */
  readonly permissions?: Iterable<string> | undefined;
}

/** How a program proves for whom it calls: nothing that a browser sends by itself. */
export const TOKEN: Credential = {
  kind: "token",
  name: "a token of the application",
  ambient: false,
  delegated: false,
  countedApart: false,
};

const ROLES = ["admin", "operator", "viewer", "proposer"] as const satisfies readonly (BuiltInRole | "admin")[];

const Role = z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}; for a role of your own, give its permissions` });

const GivenUser = z.object({
  id: z.string({ error: "must be the id of the user" }).min(1, { error: "must not be empty" }),
  username: z.string({ error: "must be a name" }).optional(),
  role: Role.optional(),
  roles: z.array(Role, { error: "must be a list of roles" }).optional(),
});

/** The caller that a user is; a principal is one already. @throws VALIDATION_ERROR as {@link actingPrincipal} */
export function principalOf(user: ActingUser | Principal, declared: readonly Permission[]): Principal {
  return user instanceof Object && "kind" in user ? user : actingPrincipal(user, declared);
}

/**
 * The caller that a user is, by token.
 * @param declared the permissions of the host, which say what the built-in roles hold
 * @throws VALIDATION_ERROR for a user without an id, or a role that is not built in
 */
export function actingPrincipal(user: ActingUser, declared: readonly Permission[]): Principal {
  const { id, username = id, role, roles = [] } = parseAll(GivenUser, user);
  const held = new Set([...roles, ...(role === undefined ? [] : [role])]);
  const ofRoles = declared.filter((permission) => permission.roles.some((name) => held.has(name)));
  return {
    kind: "user",
    userId: id,
    username,
    permissions: held.has("admin") ? "all" : new Set([...ofRoles.map(({ name }) => name), ...(user.permissions ?? [])]),
    credential: TOKEN,
    credentialId: id,
  };
}
