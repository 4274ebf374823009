import { BlockList } from "node:net";
import { describe, expect, it } from "vitest";
import { SPECIAL_RANGES, specialRangeOf } from "../../src/address/special-ranges.ts";

describe("special ranges", () => {
  it.each([
    ["127.0.0.1", "loopback", false],
    ["169.254.169.254", "metadata", false],
    ["169.254.0.1", "link-local", false],
    ["168.63.129.16", "metadata", false],
    ["0.1.2.3", "unspecified", false],
    ["239.1.1.1", "multicast", false],
    ["255.255.255.255", "broadcast", false],
    ["::1", "loopback", false],
    ["fd00:ec2::254", "metadata", false],
    ["FE80::1", "link-local", false],
    ["::ffff:127.0.0.1", "loopback", true],
    ["::127.0.0.1", "loopback", true],
    ["64:ff9b::a9fe:a9fe", "metadata", true],
    ["2001:db8::5efe:7f00:1", "loopback", true],
  ] as const)("%s is %s", (address, kind, embedded) => {
    expect(specialRangeOf(address)).toMatchObject({ range: { kind }, embedded });
  });

  it.each(["10.0.0.1", "192.168.1.1", "100.64.0.1", "8.8.8.8", "128.0.0.0", "169.253.255.255", "fd00::1", "2001:db8::1", "64:ff9b::a00:1"])(
    "%s is ordinary",
    (address) => {
      expect(specialRangeOf(address)).toBeUndefined();
    },
  );

  it("says what Node's own list says at the edges of each range", () => {
    for (const { cidr } of SPECIAL_RANGES) {
      const [base = "", length = ""] = cidr.split("/");
      const list = new BlockList();
      list.addSubnet(base, Number(length), base.includes(":") ? "ipv6" : "ipv4");
      expect([cidr, list.check(base, base.includes(":") ? "ipv6" : "ipv4"), specialRangeOf(base) !== undefined]).toEqual([
        cidr,
        true,
        true,
      ]);
    }
  });

  it("throws for what is no address", () => {
    expect(() => specialRangeOf("nonsense")).toThrow(TypeError);
  });
});
