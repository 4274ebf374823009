import { type ActingUser, actingPrincipal, TOKEN } from "./acting-user.ts";
import type { Permission } from "../contract/access/permission.ts";
import type { Credential, Principal } from "../contract/access/principal.ts";
import { type Authenticator, type Credentials, definePlugin, type Plugin } from "../contract/plugin.ts";
import { provide, serviceToken } from "../contract/service-token.ts";

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
  token: TOKEN,
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
