import type { Device, Relationship } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { pickGraph, relationsOf } from "../page/topology/graph.ts";
import { type DeviceReads, neighborhoodOf } from "../page/topology/neighborhood.ts";
import { topologyFilterOf } from "../page/topology/topology-filter.ts";
import { topologySentences } from "../page/topology/topology-sentence.ts";

const device = (name: string): Device => ({
  id: name,
  name,
  hostname: "",
  description: "",
  make_model: "",
  os: "",
  datacenter_id: null,
  username: "",
  location: "",
  status: "active",
  tags: [],
  addresses: [],
  domains: [],
  fields: {},
  created_at: "",
  updated_at: "",
});
/** `a b` for a contains b, `a -b` for a depends on b. */
const relation = (text: string): Relationship => {
  const [parent = "", child = ""] = text.split(" ");
  return { parent_id: parent, child_id: child.replace("-", ""), type: child.startsWith("-") ? "depends_on" : "contains", created_at: "" };
};
const names = (devices: readonly Device[]): string => devices.map(({ name }) => name).join("");
const told = (relationships: readonly Relationship[]): string[] =>
  relationships.map(({ parent_id: parent, child_id: child }) => `${parent}${child}`).toSorted();

describe("what of a graph is drawn", () => {
  const devices = ["a", "b", "c", "d", "e", "f"].map(device);
  const relationships = ["a b", "b c", "b -d", "x a"].map(relation);

  it("is what is related, with relationships between devices that are there alone", () => {
    const graph = pickGraph(devices, relationships, { type: "", alone: false });
    expect([names(graph.devices), told(graph.relationships), graph.alone, graph.cut]).toEqual(["abcd", ["ab", "bc", "bd"], 2, 0]);
  });

  it("is of one type, and with the others, as wanted", () => {
    expect(names(pickGraph(devices, relationships, { type: "depends_on", alone: false }).devices)).toBe("bd");
    expect(pickGraph(devices, relationships, { type: "", alone: true })).toMatchObject({ devices, alone: 0 });
  });

  it("is never more than can be drawn: the most related ones, in their order", () => {
    const graph = pickGraph(devices, relationships, { type: "", alone: true }, 2);
    expect([names(graph.devices), told(graph.relationships), graph.cut]).toEqual(["ab", ["ab"], 4]);
    const many = Array.from({ length: 5000 }, (_, index) => device(`n${index}`));
    const star = many.slice(1).map(({ id }) => relation(`n0 ${id}`));
    expect(pickGraph(many, star, { type: "", alone: false })).toMatchObject({
      devices: { length: 300 },
      relationships: { length: 299 },
      cut: 4700,
    });
  });

  it("says of each device what it is to the others", () => {
    const words = relationsOf({ devices, relationships: relationships.slice(0, 3) });
    expect(words.get("b")?.map(({ word, other }) => `${word} ${other.name}`)).toEqual(["is in a", "contains c", "depends on d"]);
    expect(words.get("f")).toEqual([]);
  });
});

describe("what is around a device", () => {
  /** A service that knows relationships, and counts what it is asked. */
  function reads(...all: readonly string[]): DeviceReads & { asked: number } {
    const relationships = all.map(relation);
    const of = (id: string): Relationship[] => relationships.filter((one) => one.parent_id === id || one.child_id === id);
    const service = {
      asked: 0,
      device: async (id: string) => ((service.asked += 1), device(id)),
      relationships: async (id: string) => ((service.asked += 1), of(id)),
      related: async (id: string) => (
        (service.asked += 1),
        [...new Set(of(id).flatMap((one) => [one.parent_id, one.child_id]))].filter((other) => other !== id).map(device)
      ),
    };
    return service;
  }

  it("goes both ways, as far as is asked, through circles too", async () => {
    const chain = reads("a b", "b c", "c d", "d a", "c e", "e f");
    expect(names((await neighborhoodOf("a", 1, "", chain)).devices)).toBe("abd");
    const two = await neighborhoodOf("a", 2, "", chain);
    expect([names(two.devices), told(two.relationships)]).toEqual(["abcd", ["ab", "bc", "cd", "da"]]);
    expect(names((await neighborhoodOf("a", 4, "", chain)).devices)).toBe("abcdef");
  });

  it("follows one type alone", async () => {
    expect(names((await neighborhoodOf("a", 3, "depends_on", reads("a -b", "b -c", "b d", "c e"))).devices)).toBe("abc");
  });

  it("takes in and asks for no more than it may, and says what it left out", async () => {
    const star = reads(...Array.from({ length: 500 }, (_, index) => `hub n${index}`));
    expect(await neighborhoodOf("hub", 1, "", star)).toMatchObject({
      devices: { length: 300 },
      relationships: { length: 299 },
      cut: 201,
      unfollowed: 0,
    });
    const wide = reads(...Array.from({ length: 100 }, (_, index) => [`hub n${index}`, `n${index} m${index}`]).flat());
    const found = await neighborhoodOf("hub", 2, "", wide, { devices: 300, asked: 11 });
    expect(found).toMatchObject({ devices: { length: 111 }, cut: 0, unfollowed: 90 });
    expect(wide.asked).toBe(1 + 2 * 11);
  });

  it("asks a leaf for its relationships, and not for devices that are known", async () => {
    const leaf = reads("a b", "a c", "b c");
    await neighborhoodOf("a", 2, "", leaf);
    expect(leaf.asked).toBe(5);
  });
});

describe("the page of the topology", () => {
  it("takes from its address what is right", () => {
    expect(topologyFilterOf({ tags: "web, prod,", type: "contains", depth: "3", alone: "1", device: "d" })).toEqual({
      q: "",
      tags: ["web", "prod"],
      datacenter: "",
      type: "contains",
      alone: true,
      device: "d",
      depth: 3,
    });
    expect(topologyFilterOf({ type: "marries", depth: "99", q: [" x ", "y"] })).toMatchObject({ type: "", depth: 1, q: "x" });
  });

  it("says how much is shown, and what is not", () => {
    const graph = { devices: [device("a")], relationships: [] };
    expect(topologySentences({ kind: "filtered", ...graph, passed: 1, more: false, unread: false, alone: 0, cut: 0 })).toEqual([
      "1 device and 0 relationships are shown.",
    ]);
    expect(topologySentences({ kind: "filtered", ...graph, passed: 2000, more: true, unread: true, alone: 1, cut: 1699 })).toEqual([
      "1 device and 0 relationships are shown.",
      "Only the first 10,000 related devices matching the filter were loaded: narrow the filter to see others.",
      "Only the first 50,000 relationships were loaded, so some may be missing: select a device to see all of its own.",
      "1,699 devices with fewer relationships are not shown: narrow the filter to see them.",
      "1 device without relationships is not shown.",
    ]);
    expect(topologySentences({ kind: "around", centre: "a", ...graph, cut: 1, unfollowed: 1 })).toHaveLength(3);
  });
});
