import { isIP } from "node:net";
import { type AddressRule, addressRule } from "@cadastre/inventory-core/outbound";

/** Receivers may lie on the server's own network, not on its loopback. */
export const destinationRule = (allow: string): AddressRule => addressRule({ allow, ownAddresses: "open" });
const CLOSED = destinationRule("");

const MAX_CHARACTERS = 2048;
/** Of a host name without its final dot, RFC 1035 §2.3.4. */
const MAX_NAME = 253;
/** Lower case and Punycode, as the parser gives it; Node's lets the empty Punycode label through. */
const LABEL = /^(?!xn--$)[a-z0-9_-]{1,63}$/;

/**
 * Reads the URL of a webhook, at save and again at each attempt. The names in it are not looked up here.
 *
 * @param rule which addresses are refused; those of the rule without an allow-list unless given
 * @returns the URL as WHATWG parses it, or the problem as a phrase that follows the field's name ("must be …")
 */
export function parseDestination(text: string, rule: AddressRule = CLOSED): { readonly url: URL } | { readonly problem: string } {
  // Characters of two code units become twelve in the URL: whatever is too long here is too long there.
  if (text.length > MAX_CHARACTERS) return { problem: `must be at most ${MAX_CHARACTERS} characters` };
  // The parser would drop or change these without a word.
  if (/[\p{Cc}\s\\]/u.test(text)) return { problem: "must not contain spaces, control characters or backslashes" };
  if (!text.isWellFormed()) return { problem: "must be well-formed Unicode" };
  const url = URL.parse(text);
  if (url === null) return { problem: "must be a complete URL, such as https://example.com/hook" };
  const problem = problemWith(url, text, rule);
  return problem === undefined ? { url } : { problem };
}

/**
 * The text that is stored of a URL which parseDestination accepts: the canonical one, but the text as it was sent where
 * it differs only by the slash that stands for an empty path.
 *
 * @throws TypeError when the text is no URL
 */
export function storedUrl(text: string): string {
  const { href, origin, pathname } = new URL(text);
  return pathname === "/" && text === origin + href.slice(origin.length + 1) ? text : href;
}

function problemWith(url: URL, text: string, rule: AddressRule): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must begin with http:// or https://";
  if (url.href.length > MAX_CHARACTERS) return `must be at most ${MAX_CHARACTERS} characters, percent-encoded`;
  // In the text, too: the parser forgets an empty user.
  if (url.username !== "" || url.password !== "" || /^[^/?#]*:\/*[^/?#]*@/.test(text)) return "must not contain a user name or a password";
  if (text.includes("#")) return "must not contain a fragment";
  if (url.port === "0") return "must not have port 0";
  return problemWithHost(url.hostname, rule);
}

function problemWithHost(hostname: string, rule: AddressRule): string | undefined {
  const address = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  if (isIP(address) !== 0) {
    const reason = rule(address);
    return reason === undefined ? undefined : `must not point to ${reason} (${address})`;
  }
  const name = hostname.replace(/\.+$/, "");
  const isLocal = name === "localhost" || name.endsWith(".localhost");
  if (isLocal && rule("127.0.0.1") !== undefined) return "must not point to this machine (localhost)";
  if (name.length > MAX_NAME) return `must have a host name of at most ${MAX_NAME} characters`;
  const fully = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  if (!fully.split(".").every((label) => LABEL.test(label))) {
    return "must have a host name of letters, digits, hyphens and underscores, with at most 63 between dots";
  }
  return undefined;
}
