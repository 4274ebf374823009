import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressNumber, addressText, subnetText } from "../src/reading/address-number.ts";
import { NetworkIndex } from "../src/reading/network-index.ts";
import { atDepth } from "../../../testing/depth.ts";

const Octets = fc.tuple(fc.constantFrom(10, 192), fc.nat(1), fc.nat(3), fc.nat(255)).map((octets) => octets.join("."));
const Address6 = fc.tuple(fc.nat(1), fc.nat(3), fc.nat(255)).map(([a, b, c]) => `2001:db8:${a}::${b}:${c.toString(16)}`);
const Cidr = fc.oneof(
  fc.tuple(Octets, fc.integer({ min: 0, max: 32 })).map(([ip, length]) => subnetText(`${ip}/${length}`) as string),
  fc.tuple(Address6, fc.integer({ min: 0, max: 128 })).map(([ip, length]) => subnetText(`${ip}/${length}`) as string),
);
const Address = fc.oneof(Octets, Address6);

const familyOf = (text: string): "ipv4" | "ipv6" => (text.includes(":") ? "ipv6" : "ipv4");

/** By Node's own arithmetic. */
function holds(subnet: string, ...ips: readonly string[]): boolean {
  const [network = "", length = ""] = subnet.split("/");
  const list = new BlockList();
  list.addSubnet(network, Number(length), familyOf(network));
  return ips.every((ip) => familyOf(ip) === familyOf(network) && list.check(ip, familyOf(ip)));
}

const lengthOf = (subnet: string): number => Number(subnet.split("/")[1]);

describe("networks by their subnets", () => {
  it("are found as by looking at each of them", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("red", "blue"), Cidr), { maxLength: 30 }),
        fc.array(fc.tuple(Address, Address), { minLength: 1, maxLength: 10 }),
        (networks, ranges) => {
          const index = new NetworkIndex<string>();
          const own = new Map<string, Set<string>>([
            ["red", new Set()],
            ["blue", new Set()],
          ]);
          for (const [space, subnet] of networks) {
            const isNew = own.get(space)?.has(subnet) === false;
            expect(index.add(space, subnet, subnet)).toBe(isNew ? undefined : subnet);
            own.get(space)?.add(subnet);
          }
          for (const [start, end] of ranges) {
            for (const [space, subnets] of own) {
              const [smallest] = [...subnets].filter((subnet) => holds(subnet, start, end)).toSorted((a, b) => lengthOf(b) - lengthOf(a));
              expect(index.find(space, start, end)).toBe(smallest);
              const [ofOne] = [...subnets].filter((subnet) => holds(subnet, start)).toSorted((a, b) => lengthOf(b) - lengthOf(a));
              expect(index.find(space, start)).toBe(ofOne);
            }
          }
        },
      ),
      { numRuns: atDepth({ few: 30, many: 300 }) },
    );
  });

  it("of invalid text are nowhere", () => {
    const index = new NetworkIndex<string>();
    for (const text of ["", "10.0.0.0", "10.0.0.0/33", "2001:db8::/129", "x/8", "10.0.0.0/-1", "10.0.0.0/8/8"]) {
      expect(index.add("", text, text)).toBeUndefined();
      expect(index.add("", text, text)).toBeUndefined();
      expect(index.find("", text)).toBeUndefined();
    }
  });

  it("come of numbers that are those of their addresses", () => {
    fc.assert(
      fc.property(Address, (ip) => {
        const number = addressNumber(ip);
        expect(number?.bits).toBe(ip.includes(":") ? 128 : 32);
        expect(number === undefined ? undefined : addressNumber(addressText(number))).toEqual(number);
      }),
    );
    expect(subnetText("10.1.2.3/16")).toBe("10.1.0.0/16");
    expect(subnetText("2001:DB8:0:0:1::1/64")).toBe("2001:db8::/64");
  });
});
