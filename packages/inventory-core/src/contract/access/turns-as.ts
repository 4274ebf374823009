import type { CallContext } from "../operations/operation.ts";

/**
 * Returns the key that groups calls for fair scheduling: the user, else the agent or OAuth client, else the address. The program itself has
 * the empty key.
 */
export function turnsAs({ principal, remoteAddress }: Pick<CallContext, "principal" | "remoteAddress">): string {
  const { kind, userId, credential, credentialId, username } = principal;
  if (kind === "system") return "";
  if (userId !== null) return `user:${userId}`;
  if (credential === null || credentialId === null) return remoteAddress === undefined ? `user:${username}` : `address:${remoteAddress}`;
  return `${credential.kind}:${credentialId}`;
}
