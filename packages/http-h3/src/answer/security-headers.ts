type Header = readonly [string, string];

/** On every answer; a page sets its own Content-Security-Policy and Cache-Control (docs/spec/http.md#security-headers). */
const SECURITY_HEADERS: readonly Header[] = [
  ["x-content-type-options", "nosniff"],
  ["cache-control", "no-store"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
];

const WITH_STRICT_TRANSPORT: readonly Header[] = [
  ...SECURITY_HEADERS,
  ["strict-transport-security", "max-age=31536000; includeSubDomains"],
];

const NAMES: ReadonlySet<string> = new Set(WITH_STRICT_TRANSPORT.map(([name]) => name));

/** Names and values in turns. */
const FLAT = SECURITY_HEADERS.flat();
const FLAT_WITH_STRICT_TRANSPORT = WITH_STRICT_TRANSPORT.flat();

/** The headers that an answer does not set itself, names and values in turns. */
export function securityHeaders(given: readonly Header[], strictTransport: boolean): readonly string[] {
  const all = strictTransport ? FLAT_WITH_STRICT_TRANSPORT : FLAT;
  if (!given.some(([name]) => NAMES.has(name))) return all;
  const pairs = strictTransport ? WITH_STRICT_TRANSPORT : SECURITY_HEADERS;
  return pairs.filter(([name]) => !given.some(([other]) => other === name)).flat();
}
