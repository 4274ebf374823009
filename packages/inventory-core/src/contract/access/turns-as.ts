import type { CallContext } from "../operations/operation.ts";

/**
 * As whom a caller takes turns for what all share: a user whatever they call by, an agent, an OAuth client, an address where nobody knows
 * who calls. The program itself, and programs that use the library in nobody's name, are one: the empty name.
 */
export function turnsAs({ principal, remoteAddress }: Pick<CallContext, "principal" | "remoteAddress">): string {
  const { kind, userId, credential, credentialId, username } = principal;
  if (kind === "system") return "";
  if (userId !== null) return `user:${userId}`;
  if (credential === null || credentialId === null) return remoteAddress === undefined ? `user:${username}` : `address:${remoteAddress}`;
  return `${credential.kind}:${credentialId}`;
}
