import type { Credentials } from "@cadastre/inventory-core";

/** The token of an `Authorization: Bearer` header (RFC 6750), `""` when it has none; undefined for no such header. */
export function bearerTokenOf(credentials: Credentials): string | undefined {
  const header = credentials.headers.get("authorization");
  if (header === null) return undefined;
  const [scheme = "", token = "", ...rest] = header.trim().split(/ +/);
  if (scheme.toLowerCase() !== "bearer") return undefined;
  return rest.length === 0 ? token : "";
}
