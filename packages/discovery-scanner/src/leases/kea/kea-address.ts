import { isIP } from "node:net";
import { type SpecialKind, specialRangeOf } from "@cadastre/inventory-core/scanning";

/** A control agent listens on this machine, or in a private network, as a rule. What no such server ever has is not connected to. */
const REFUSED: ReadonlySet<SpecialKind> = new Set([
  "metadata",
  "unspecified",
  "link-local",
  "multicast",
  "broadcast",
  "reserved",
  "translated",
]);

/** Why a lease source must not connect to an address, in a few words; undefined when it may. */
export function refusedBecause(address: string): string | undefined {
  if (isIP(address) === 0 || address.includes("%")) return "not an IP address";
  const special = specialRangeOf(address);
  if (special === undefined || !REFUSED.has(special.range.kind)) return undefined;
  return special.embedded ? `${special.range.reason} within an IPv6 address` : special.range.reason;
}

/** What is wrong with the URL of a control agent, as the end of a sentence; undefined when nothing is. Names are not looked up. */
export function urlProblem(text: string): string | undefined {
  if (/[\p{Cc}\s\\]/u.test(text)) return "must not contain spaces, control characters or backslashes";
  const url = URL.parse(text);
  if (url === null) return "must be a complete URL, such as http://127.0.0.1:8000/";
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must begin with http:// or https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password: they have fields of their own";
  if (text.includes("#")) return "must not contain a fragment";
  const host = hostOf(url);
  const reason = isIP(host) === 0 ? undefined : refusedBecause(host);
  return reason === undefined ? undefined : `must not point to ${reason} (${host})`;
}

/** The host of a URL, without brackets. */
export const hostOf = ({ hostname }: URL): string => (hostname.startsWith("[") ? hostname.slice(1, -1) : hostname);
