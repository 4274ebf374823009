import { expect, test } from "vitest";
import { clientNetworkOf, clientNetworksOf } from "../../src/address/client-network.ts";

test("what an address is counted under", () => {
  expect(clientNetworkOf("192.0.2.1")).toBe("192.0.2.1");
  expect(clientNetworkOf("no address")).toBe("no address");
  for (const address of ["2001:db8:0:1::", "2001:0db8:0000:0001:ffff:ffff:ffff:ffff", "2001:db8::1:0:0:0:1", "2001:DB8:0:1::1.2.3.4"])
    expect(clientNetworkOf(address)).toBe("2001:db8:0:1::/64");
  expect(clientNetworkOf("::1")).toBe("0:0:0:0::/64");
  expect(clientNetworkOf("fe80::")).toBe("fe80:0:0:0::/64");
});

test("the networks that an address takes turns as", () => {
  expect(clientNetworksOf("192.0.2.1")).toEqual(["192.0.2.0/24", "192.0.2.1"]);
  expect(clientNetworksOf("unknown")).toEqual(["unknown", "unknown"]);
  // What differs in the /48 differs in both, what differs behind it in the narrow one alone.
  expect(clientNetworksOf("2001:db8:1:2::5")).toEqual(["2001:db8:1::/48", "2001:db8:1:2::/64"]);
  expect(clientNetworksOf("2001:0DB8:0001:ffff::")).toEqual(["2001:db8:1::/48", "2001:db8:1:ffff::/64"]);
  expect(clientNetworksOf("2001:db8:2:2::5")).toEqual(["2001:db8:2::/48", "2001:db8:2:2::/64"]);
  expect(clientNetworksOf("::1")).toEqual(["0:0:0::/48", "0:0:0:0::/64"]);
});
