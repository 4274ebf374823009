import type { Credentials } from "@cadastre/inventory-core";

const USUAL = "Bearer ";

/** The token of an `Authorization: Bearer` header (RFC 6750), `""` when it has none; undefined for no such header. */
export function bearerTokenOf(credentials: Credentials): string | undefined {
  const header = credentials.headers.get("authorization");
  if (header === null) return undefined;
  // As nearly every client writes it.
  if (header.startsWith(USUAL) && !header.includes(" ", USUAL.length)) return header.slice(USUAL.length);
  const [scheme = "", token = "", ...rest] = header.trim().split(/ +/);
  if (scheme.toLowerCase() !== "bearer") return undefined;
  return rest.length === 0 ? token : "";
}
