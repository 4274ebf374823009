import { expect, test } from "vitest";
import { isPublicAddress } from "../src/oauth/server/public-address.ts";

test.each([
  "127.0.0.1", "127.255.255.255", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1",
  "203.0.113.1", "168.63.129.16", "2606:4700:4700::1%eth0", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "::8.8.8.8", "64:ff9b::808:808", "64:ff9b:1::1",
  "2002:7f00:1::", "2002:808:808::1", "2001::1", "2001:db8::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "100::1", "5f00::1", "4000::1", "", "localhost", "1.2.3",
])("%s is not of the public internet", (address) => expect(isPublicAddress(address)).toBe(false));

test.each(["8.8.8.8", "1.1.1.1", "193.0.6.139", "2606:4700:4700::1111", "2a00:1450:4001:81b::200e"])("%s is of the public internet", (address) => expect(isPublicAddress(address)).toBe(true));
