import type { Device, Relationship } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { pickGraph, relationsOf } from "../page/topology/graph.ts";
import { type DeviceReads, neighborhoodOf } from "../page/topology/neighborhood.ts";
import { topologyFilterOf } from "../page/topology/topology-filter.ts";
import { emptyTitle, topologySentences } from "../page/topology/topology-sentence.ts";

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
const pairs = (relationships: readonly Relationship[]): string[] =>
  relationships.map(({ parent_id: parent, child_id: child }) => `${parent}${child}`).toSorted();

describe("what of a graph is drawn", () => {
  const devices = ["a", "b", "c", "d", "e", "f"].map(device);
  const relationships = ["a b", "b c", "b -d", "x a"].map(relation);

  it("has each related device, with relationships that lead to devices outside", () => {
    const graph = pickGraph(devices, relationships, { type: "", alone: false });
    expect([names(graph.devices), pairs(graph.relationships), graph.alone, graph.cut]).toEqual(["abcd", ["ab", "bc", "bd", "xa"], 2, 0]);
    expect(graph.outside).toEqual(["x"]);
    const leading = pickGraph(devices.slice(4), ["e x", "y e", "x y"].map(relation), { type: "", alone: false });
    expect([names(leading.devices), pairs(leading.relationships), leading.outside]).toEqual(["e", ["ex", "ye"], ["x", "y"]]);
  });

  it("has the devices outside with most relationships, and counts the relationships with the others", () => {
    const links = ["a x", "b x", "a y", "b z", "c z", "d z"].map(relation);
    const graph = pickGraph(devices.slice(0, 4), links, { type: "", alone: false }, 4);
    expect([graph.outside, graph.cutLinks]).toEqual([["x", "y", "z"], 0]);
    const fewer = pickGraph(devices.slice(0, 2), links, { type: "", alone: false }, 2);
    expect([fewer.outside, pairs(fewer.relationships), fewer.cutLinks]).toEqual([["x", "y"], ["ax", "ay", "bx"], 1]);
  });

  it("is of one type, and with the others, as wanted", () => {
    expect(names(pickGraph(devices, relationships, { type: "depends_on", alone: false }).devices)).toBe("bd");
    expect(pickGraph(devices, relationships, { type: "", alone: true })).toMatchObject({ devices, alone: 0 });
  });

  it("is never more than can be drawn: the most related ones, in their order", () => {
    const graph = pickGraph(devices, relationships, { type: "", alone: true }, 2);
    expect([names(graph.devices), pairs(graph.relationships), graph.cut]).toEqual(["ab", ["ab", "xa"], 4]);
    const many = Array.from({ length: 5000 }, (_, index) => device(`n${index}`));
    const star = many.slice(1).map(({ id }) => relation(`n0 ${id}`));
    expect(pickGraph(many, star, { type: "", alone: false })).toMatchObject({
      devices: { length: 1000 },
      relationships: { length: 999 },
      cut: 4000,
    });
  });

  it("says of each device what it is to the others, also to those outside", () => {
    const words = relationsOf({ devices, relationships, stubs: [{ id: "x", name: "Outer" }] });
    expect(words.get("b")?.map(({ word, other }) => `${word} ${other.name}`)).toEqual(["is in a", "contains c", "depends on d"]);
    expect(words.get("a")?.map(({ word, other }) => [word, other.name, other.isStub])).toEqual([
      ["contains", "b", false],
      ["is in", "Outer", true],
    ]);
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
    expect([names(two.devices), pairs(two.relationships)]).toEqual(["abcd", ["ab", "bc", "cd", "da"]]);
    expect(names((await neighborhoodOf("a", 4, "", chain)).devices)).toBe("abcdef");
  });

  it("follows one type alone", async () => {
    expect(names((await neighborhoodOf("a", 3, "depends_on", reads("a -b", "b -c", "b d", "c e"))).devices)).toBe("abc");
  });

  it("takes in and asks for no more than it may, and says what it left out", async () => {
    const star = reads(...Array.from({ length: 1200 }, (_, index) => `hub n${index}`));
    expect(await neighborhoodOf("hub", 1, "", star)).toMatchObject({
      devices: { length: 1000 },
      relationships: { length: 999 },
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
    const all = { kind: "filtered", ...graph, stubs: [], matched: 1, isOfType: false, unread: 0, alone: 0, cut: 0, cutLinks: 0 } as const;
    expect(topologySentences(all)).toEqual(["1 device and 0 relationships are shown."]);
    const part = {
      ...all,
      relationships: ["a x", "y a"].map(relation),
      stubs: ["x", "y"].map((id) => ({ id, name: id })),
      unread: 1500,
      alone: 1,
      cut: 1699,
      cutLinks: 1,
    };
    expect(topologySentences(part)).toEqual([
      "1 device and 2 relationships are shown.",
      "2 of them lead to 2 devices that the filter excludes.",
      "Only 50,000 of 51,500 relationships were loaded, so some may be missing: select a device to see all of its own.",
      "1,699 further devices are not shown: narrow the filter to see them.",
      "1 relationship with devices that the filter excludes is not shown: narrow the filter to see it.",
      "1 device without relationships is not shown.",
    ]);
    expect(topologySentences({ ...all, isOfType: true, alone: 2 }).at(-1)).toBe(
      "2 devices without relationships of this type are not shown.",
    );
    expect(emptyTitle({ ...all, matched: 2, isOfType: true }, true)).toBe("2 devices match, and have no relationships of this type");
    expect(emptyTitle({ ...all, matched: 1 }, true)).toBe("1 device matches, and has no relationships");
    expect(emptyTitle({ ...all, matched: 0 }, true)).toBe("No devices match the filter");
    expect(emptyTitle({ ...all, matched: 5 }, false)).toBe("No relationships yet");
    expect(topologySentences({ kind: "around", centre: "a", ...graph, cut: 1, unfollowed: 1 })).toHaveLength(3);
  });
});
