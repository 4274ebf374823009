import type { SeededRandom } from "../crash/seeded-random.ts";

const LONG = "a".repeat(70_000);
const DEEP = 300;

/** Texts that programs trip over: ends of ranges, other alphabets, controls, markup, paths, queries and templates. */
export const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\u202egnp.exe",
  "\u200b",
  "\r\nSet-Cookie: a=b",
  "\u001b[31m",
  "\u{1f4a5}".repeat(64),
  "e\u0301",
  "ﬁ",
  "İ",
  "ß".repeat(255),
  "'",
  '"',
  "\\",
  "%",
  "_",
  "%_%",
  "'; drop table device; --",
  "1 or 1=1",
  "${7*7}",
  "{{7*7}}",
  "<img src=x onerror=alert(1)>",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "%00",
  "%",
  "%zz",
  "file:///etc/passwd",
  "=cmd|' /C calc'!A0",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "true",
  "[]",
  "{}",
  "-0",
  "1e999",
  "0x7f",
  "00000000-0000-0000-0000-000000000000",
  "10.0.0.1",
  "010.0.0.1",
  "127.1",
  "10.0.0.0/8",
  "10.0.0.1/8",
  "0.0.0.0/0",
  "255.255.255.255/32",
  "::/0",
  "::1",
  "fe80::1%eth0",
  "2001:db8::/32",
  "::ffff:10.0.0.1",
  "2001:db8::/129",
  "1.2.3.4/33",
  "1.2.3.4/-1",
  "http://127.0.0.1/",
  "https://[::1]/",
  "javascript:alert(1)",
  "http://user:pass@host/",
  "9999-12-31T23:59:59.999Z",
  "0000-00-00",
  "2026-02-30T00:00:00Z",
  LONG,
];

const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  2,
  0.5,
  255,
  256,
  4094,
  4095,
  65_535,
  65_536,
  2 ** 31,
  -(2 ** 31),
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  1e308,
  -1e308,
  5e-324,
];

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** A JSON value that nobody asked for. */
export function hostileValue(random: SeededRandom): unknown {
  switch (random.between(0, 9)) {
    case 0:
      return null;
    case 1:
      return random.next() < 0.5;
    case 2:
    case 3:
      return random.pick(HOSTILE_NUMBERS);
    case 4:
      return [];
    case 5:
      return Array.from({ length: random.between(1, 200) }, () => random.pick(HOSTILE_TEXTS));
    case 6:
      return JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown;
    case 7:
      return nested(random.between(1, DEEP));
    default:
      return random.pick(HOSTILE_TEXTS);
  }
}

/** Values of headers that `node:http` lets through. */
export const HOSTILE_HEADERS: Readonly<Record<string, readonly string[]>> = {
  "if-match": ["*", '""', '"a", "b"', 'W/"x"', "x".repeat(4000), ",,,"],
  "if-none-match": ["*", '"a"', "W/", '"'],
  "idempotency-key": ["a", " ", "x".repeat(255), "x".repeat(300), "é", "a b", "key-1", "key-2"],
  accept: ["*/*", "text/html", "application/json;q=0", ";;;", "a/b,".repeat(500)],
  "accept-encoding": ["gzip", "br;q=1, *;q=0", "identity;q=0", "gzip;q=nonsense", "zstd, ,"],
  "content-type": [
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-ndjson",
    "application/x-www-form-urlencoded",
    "",
    "/",
  ],
  "content-encoding": ["gzip", "br", "nonsense"],
  "last-event-id": ["0", "-1", "99999999999999999999", "x"],
  range: ["bytes=0-1", "bytes=-1", "bytes=0-0,2-3", "lines=1"],
  origin: ["null", "https://evil.example", "http://127.0.0.1"],
  referer: ["https://evil.example/", "x"],
  "sec-fetch-site": ["cross-site", "same-origin", "none"],
  "x-forwarded-for": ["1.2.3.4", "::1, 10.0.0.1", "'", "unknown"],
  "x-forwarded-host": ["evil.example"],
  "x-request-id": ["a", "x".repeat(300), "<b>", "a b"],
  "x-requested-with": ["XMLHttpRequest", ""],
  cookie: ["service_session=x", "__Host-service_session=", "a=b; ".repeat(200), "=;="],
  authorization: ["Bearer ", "Bearer x", "Bearer a b", "Basic cm9vdDpyb290", "Digest x", "bearer cad_" + "x".repeat(60)],
  expect: ["100-continue"],
  te: ["trailers", "gzip"],
  "user-agent": ["", "x".repeat(2000)],
};
