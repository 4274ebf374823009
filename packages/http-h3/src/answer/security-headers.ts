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

/** The headers that an answer does not set itself. */
export function securityHeaders(given: readonly Header[], strictTransport: boolean): readonly Header[] {
  const all = strictTransport ? WITH_STRICT_TRANSPORT : SECURITY_HEADERS;
  return all.filter(([name]) => !given.some(([other]) => other === name));
}
