/** Who is calling. An authenticator makes it, the engine only asks it. */
export interface Principal {
  /** `system`: the program that embeds the engine, trusted. */
  readonly kind: "system" | "user";
  /** Null for `system`. */
  readonly userId: string | null;
  readonly username: string;
  /** Permission names held, or `all`. */
  readonly permissions: ReadonlySet<string> | "all";
  /** How the caller proved who they are; null for `system`. */
  readonly credential: "session" | "key" | "oauth" | null;
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

export function holds(principal: Principal, permission: string): boolean {
  return principal.permissions === "all" || principal.permissions.has(permission);
}
