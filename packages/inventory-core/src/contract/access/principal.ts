/**
 * How a caller proved who they are, and what follows from it. An authenticator declares its own, so that nobody else asks which one it
 * is. Every property is said, as what is left out would be a guess about safety.
 */
export interface Credential {
  /** Unlike that of every other authenticator: `session`, `key`. With {@link Principal.credentialId} it tells credentials apart. */
  readonly kind: string;
  /** As sentences name it: `a session cookie`. */
  readonly name: string;
  /** Whether browsers send it without being asked, as they do with cookies: changes then need what no other site can make them send. */
  readonly ambient: boolean;
  /**
   * Whether it was given to a program for a task: it opens no operation that is not `delegable`, and nothing that is open only because
   * it is about the caller (`self`).
   */
  readonly delegated: boolean;
  /** Whether its requests are counted apart from the others of its user, so that a script leaves its user the page. */
  readonly countedApart: boolean;
}

/** What is known of a user beside the name. */
export interface PrincipalProfile {
  /** Address for mail. */
  readonly email?: string | undefined;
  /** Full name. */
  readonly fullName?: string | undefined;
}

/** Who is calling. An authenticator makes it, the engine only asks it. */
export interface Principal {
  /** `system`: the program that embeds the engine, trusted. `agent`: a program that may do its own work and nothing else. */
  readonly kind: "system" | "user" | "agent";
  /** Null for `system` and for agents. */
  readonly userId: string | null;
  /** Name that the audit log shows. */
  readonly username: string;
  /** Permission names held, or `all`. */
  readonly permissions: ReadonlySet<string> | "all";
  /** What else is known of a user whom no plugin keeps; shown to the user (`GET /api/auth/me`). */
  readonly profile?: PrincipalProfile;
  /** How the caller proved who they are; null for `system`. */
  readonly credential: Credential | null;
  /** Id of the session, key or token; null for `system`. */
  readonly credentialId: string | null;
}

/** The trusted caller: a program that uses the engine in its own process. */
export const SYSTEM: Principal = {
  kind: "system",
  userId: null,
  username: "system",
  permissions: "all",
  credential: null,
  credentialId: null,
};

/** The caller of a `public` operation (login, bootstrap): nobody in particular, without any permission. */
export const ANONYMOUS: Principal = {
  kind: "user",
  userId: null,
  username: "",
  permissions: new Set(),
  credential: null,
  credentialId: null,
};

/**
 * Whether a caller has a permission.
 * @param permission its name: `device:list`
 */
export function holds(principal: Pick<Principal, "permissions">, permission: string): boolean {
  return principal.permissions === "all" || principal.permissions.has(permission);
}

/**
 * Whether a caller may read records of a kind.
 * @param kind as permissions name it: `device`
 */
export function readsKind(principal: Pick<Principal, "permissions">, kind: string): boolean {
  return holds(principal, `${kind}:read`) || holds(principal, `${kind}:list`);
}

/**
 * Whether a caller is let in to what asks for some access.
 * @param access a permission name, `public`, or `authenticated`, which agents are not: they may do their work and nothing else
 */
export function isLetIn(principal: Principal, access: string): boolean {
  if (access === "public") return true;
  if (access === "authenticated") return principal.kind !== "agent";
  return holds(principal, access);
}
