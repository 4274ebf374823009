import { expect, test } from "vitest";
import { parseDestination, storedUrl } from "../../src/destination/destination-url.ts";
import { acceptedHosts, refusedHosts, refusedUrls } from "./bypass-table.ts";

const PHRASE = /^must .*[^.]$/;

test.each(refusedHosts)("refused at save: $host ($kind)", ({ host }) => {
  for (const url of [`http://${host}/`, `https://${host}:8443/hook?a=1`])
    expect(parseDestination(url)).toEqual({ problem: expect.stringMatching(PHRASE) as string });
});

test.each(refusedUrls)("refused at save: %j", (url) => {
  expect(parseDestination(url)).toEqual({ problem: expect.stringMatching(PHRASE) as string });
});

test.each(acceptedHosts)("accepted at save: $host ($kind)", ({ host }) => {
  for (const url of [`http://${host}/`, `https://${host}:8443/hook?a=1@b`]) expect(parseDestination(url)).toHaveProperty("url");
});

test("lengths are counted to the character", () => {
  const url = "https://receiver.test/";
  expect(parseDestination(url + "a".repeat(2048 - url.length))).toHaveProperty("url");
  expect(parseDestination(url + "a".repeat(2049 - url.length))).toHaveProperty("problem");
  const longest = `${`${"a".repeat(63)}.`.repeat(3)}${"a".repeat(61)}`;
  expect([longest.length, parseDestination(`http://${longest}/`)]).toEqual([253, { url: expect.any(URL) as URL }]);
  expect(parseDestination(`http://${longest}./`)).toHaveProperty("url");
  expect(parseDestination(`http://${longest}a/`)).toHaveProperty("problem");
});

test("the reason names what is wrong", () => {
  expect(parseDestination("http://0x7f.1/")).toEqual({ problem: "must not point to a loopback address (127.0.0.1)" });
  expect(parseDestination("http://[::ffff:a9fe:a9fe]/")).toEqual({
    problem: "must not point to the metadata address of a cloud within an IPv6 address (::ffff:a9fe:a9fe)",
  });
});

test.each([
  ["https://receiver.test", "https://receiver.test"],
  ["https://receiver.test/", "https://receiver.test/"],
  ["https://receiver.test?a=1", "https://receiver.test?a=1"],
  ["http://receiver.test:80", "http://receiver.test/"],
  ["HTTPS://Receiver.TEST", "https://receiver.test/"],
  ["https://receiver.test/a/../b", "https://receiver.test/b"],
  ["https://bücher.test/ä", "https://xn--bcher-kva.test/%C3%A4"],
  ["http:10.0.0.1", "http://10.0.0.1/"],
  ["http://0xa.1:8080", "http://10.0.0.1:8080/"],
])("%s is stored as %s", (text, stored) => {
  expect(storedUrl(text)).toBe(stored);
  expect(storedUrl(stored)).toBe(stored);
});
