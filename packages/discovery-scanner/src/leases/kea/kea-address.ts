import { isIP } from "node:net";
import type { AddressRule } from "@cadastre/inventory-core/outbound";

/**
 * What is wrong with the form of the URL of a control agent, as the end of a sentence; undefined when nothing is. Kea answers at `/`: with
 * a path or query of a user's choice the server could be made to call other services.
 */
export function urlProblem(text: string): string | undefined {
  if (/[\p{Cc}\s\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  const url = URL.parse(text);
  if (url === null) return "must be a complete URL, such as http://192.0.2.10:8000/";
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must begin with http:// or https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password: they have fields of their own";
  if (url.pathname !== "/") return "must not contain a path: Kea is asked at /";
  return /[?#]/.test(text) ? "must not contain a query or a fragment" : undefined;
}

/** Why this server does not connect to the address or local name in a URL, as the end of a sentence. Other names are not looked up. */
export function addressProblem(text: string, rule: AddressRule): string | undefined {
  const { hostname } = new URL(text);
  const host = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  const address = /^localhost\.?$|\.localhost\.?$/.test(host) ? "127.0.0.1" : host;
  const reason = isIP(address) === 0 ? undefined : rule(address);
  return reason === undefined ? undefined : `must not point to ${reason} (${host}) unless LEASE_ALLOW opens it`;
}
