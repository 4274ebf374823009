import { z } from "zod";
import type { BuiltInRole, Permission } from "../contract/access/permission.ts";
import type { Credential, Principal } from "../contract/access/principal.ts";
import { type Authenticator, type Credentials, definePlugin, type Plugin } from "../contract/plugin.ts";
import { parseAll } from "../contract/errors/validation.ts";
import { provide, serviceToken } from "../contract/service-token.ts";

/** A user for whom the program calls ({@link Inventory.as}), and what the user may do. */
export interface ActingUser {
  /** Stays the same for the user: the audit log, limits and streams use it. */
  readonly id: string;
  /** Name that records and the audit log show; the id unless given. */
  readonly username?: string | undefined;
  /** `admin` may do everything; the others what every plugin says they may (docs/spec/accounts.md#built-in-roles). None unless given. */
  readonly role?: BuiltInRole | "admin" | undefined;
  /** Several roles, beside `role`. */
  readonly roles?: readonly (BuiltInRole | "admin")[] | undefined;
  /** Names of permissions, beside those of the roles: `device:list`. They are what a role of your own holds. */
  readonly permissions?: Iterable<string> | undefined;
}

/** A user of the application that Cadastre is embedded in, who is calling. */
export interface ApplicationUser extends ActingUser {
  readonly username: string;
  /** Address for mail; none unless given. */
  readonly email?: string | undefined;
  /** Full name; none unless given. */
  readonly fullName?: string | undefined;
  /**
   * How the caller proved who they are. `session` for what browsers send without being asked (cookies): changes then need the header
   * `X-Requested-With` and come from this origin. `token` for what is sent on purpose (`Authorization`): neither is asked for.
   * A {@link Credential} says more: whether its requests are counted apart from the user's others, and whether it was given to a
   * program, which then may not do what users may do to their own account only.
   */
  readonly credential: "session" | "token" | Credential;
  /** Id of the session or token, for the audit log; the user's unless given. Never the token itself. */
  readonly credentialId?: string | undefined;
}

/** Says who is calling; null for nobody that it knows. As {@link Authenticator.authenticate} throws. */
export type ApplicationAuthentication = (credentials: Credentials) => Promise<ApplicationUser | null> | ApplicationUser | null;

const CREDENTIALS: Readonly<Record<"session" | "token", Credential>> = {
  session: { kind: "session", name: "a session of the application", ambient: true, delegated: false, countedApart: false },
  token: { kind: "token", name: "a token of the application", ambient: false, delegated: false, countedApart: false },
};

const AUTHENTICATOR = serviceToken<Authenticator>("application-users");

/** Below the API keys and above the sessions of `authPlugin`, where an application has both. */
const PRIORITY = 50;

/**
 * The users of an application as callers of its inventory, by one function: no passwords, sessions or tables of ours. Their page
 * works without `authPlugin`; whoever is nobody gets 401.
 * @param authenticate is asked for each request, and every 2 seconds for each open event stream: what it looks up should be at hand
 *
 * @example
 * const users = applicationUsers(async ({ headers }) => {
 *   const token = headers.get("authorization")?.replace(/^Bearer /, "");
 *   if (token === undefined) return null;
 *   const { sub, name } = await verify(token);
 *   return { id: sub, username: name, role: "operator", credential: "token" };
 * });
 * createInventory({ storage: sqlite("inventory.db"), plugins: [users] });
 */
export function applicationUsers(authenticate: ApplicationAuthentication): Plugin {
  let declared: readonly Permission[] = [];
  const authenticator: Authenticator = {
    id: "application",
    priority: PRIORITY,
    authenticate: async (credentials) => {
      const user = await authenticate(credentials);
      return user === null ? null : principalOf(user, declared);
    },
  };
  return definePlugin({
    id: "application-users",
    engine: "*",
    services: [provide(AUTHENTICATOR, [], () => authenticator)],
    authenticators: [AUTHENTICATOR],
    start: (host) => void (declared = host.permissions),
  });
}

function principalOf(user: ApplicationUser, declared: readonly Permission[]): Principal {
  const { email, fullName, credential, credentialId = user.id } = user;
  return {
    ...actingPrincipal(user, declared),
    profile: { email, fullName },
    credential: typeof credential === "string" ? CREDENTIALS[credential] : credential,
    credentialId,
  };
}

const ROLES = ["admin", "operator", "viewer", "proposer"] as const satisfies readonly (BuiltInRole | "admin")[];

const Role = z.enum(ROLES, { error: `must be one of ${ROLES.join(", ")}; give what a role of your own holds as permissions` });

const GivenUser = z.object({
  id: z.string({ error: "must be the id of the user" }).min(1, { error: "must not be empty" }),
  username: z.string({ error: "must be a name" }).optional(),
  role: Role.optional(),
  roles: z.array(Role, { error: "must be a list of roles" }).optional(),
});

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
    credential: CREDENTIALS.token,
    credentialId: id,
  };
}
