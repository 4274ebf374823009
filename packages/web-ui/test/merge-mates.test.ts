import type { Network } from "@cadastre/client";
import { expect, it } from "vitest";
import { largerSubnet, mergeMates } from "../page/networks/reshape/merge-mates.ts";

const network = (subnet: string, spaceId: string | null = null): Network =>
  ({ id: `${spaceId ?? ""}${subnet}`, name: subnet, subnet, space_id: spaceId }) as Network;
const spaceOf = ({ space_id: space }: Pick<Network, "space_id" | "datacenter_id">): string | null => space;

it.each([
  ["10.0.1.0/24", "10.0.0.0/23"],
  ["10.0.2.0/24", "10.0.2.0/23"],
  ["2001:db8:0:1::/64", "2001:db8::/63"],
  ["0.0.0.0/0", undefined],
])("%s lies in %s", (subnet, larger) => expect(largerSubnet(subnet)).toBe(larger));

it("merges a network with the largest networks of its space that lie in a subnet", () => {
  const own = network("10.0.0.0/25");
  const all = [
    own,
    network("10.0.0.0/26"),
    network("10.0.0.224/28"),
    network("10.0.0.192/26"),
    network("10.0.0.128/26"),
    network("10.0.0.0/24"),
    network("10.0.0.0/8"),
    network("10.0.0.128/25", "other"),
    network("2001:db8::/64"),
  ];
  expect(mergeMates(all, own, " 10.0.0.0/24 ", spaceOf).map(({ subnet }) => subnet)).toEqual(["10.0.0.128/26", "10.0.0.192/26"]);
  for (const wrong of ["", "10.0.0.0", "10.0.0.0/", "10.0.0.0/x", "what/24"]) expect(mergeMates(all, own, wrong, spaceOf)).toEqual([]);
});
