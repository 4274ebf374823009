import { expect, test } from "vitest";
import { destinationRule } from "../../src/destination/destination-url.ts";
import { compareWithOracle } from "./address-oracle.ts";
import { atDepth } from "../../../../testing/depth.ts";

const rule = destinationRule("");

/** Random addresses. */
const COUNT = atDepth({ few: 10_000, many: 100_000 });

test("random addresses are judged as they were made, none of the private ones blocked", () => {
  const { checked, differences } = compareWithOracle(20_260_102, COUNT);
  expect([checked, differences.slice(0, 20)]).toEqual([COUNT, []]);
});

test.each([
  ["127.0.0.1", "a loopback address"],
  ["169.254.1.1", "a link-local address"],
  ["169.254.169.254", "the metadata address of a cloud"],
  ["fd00:ec2::254", "the metadata address of a cloud"],
  ["::ffff:127.0.0.1", "a loopback address within an IPv6 address"],
  ["255.255.255.255", "the broadcast address"],
  ["::", "an unspecified address"],
  ["nonsense", "not an IP address"],
  ["127.1", "not an IP address"],
  ["fe80::1%eth0", "not an IP address"],
])("the reason for %s is that it is %s", (address, reason) => {
  expect(rule(address)).toBe(reason);
});
