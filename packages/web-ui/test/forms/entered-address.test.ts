import type { AddressDetails, Network } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { sentencesOf } from "../../page/addresses/entered-address.ts";
import { smallestAround } from "../../page/addresses/ip.ts";

const NETWORK = { id: "n", name: "servers", subnet: "10.16.2.0/24" };
const HOLDER = { id: "d", name: "esx-7", address_id: "a", mac: "" };
const details = (changes: Partial<Record<keyof AddressDetails, unknown>>): AddressDetails =>
  ({
    ip: "10.16.2.20",
    space_id: null,
    state: "free",
    quarantined_until: null,
    networks: [NETWORK],
    pool: null,
    devices: [],
    allocation: null,
    sightings: [],
    conflicts: [],
    history: [],
    ...changes,
  }) as AddressDetails;
const texts = (changes: Partial<Record<keyof AddressDetails, unknown>>, deviceId?: string): readonly string[] =>
  sentencesOf(details(changes), { ip: "10.16.2.20", deviceId, spaceName: "ams2" }).map(({ text }) => text);

describe("an address in a form", () => {
  it("is free in the smallest network around it, without a warning", () => {
    expect(sentencesOf(details({}), { ip: "10.16.2.20", spaceName: "ams2" })).toEqual([
      { text: "10.16.2.20 is free in servers 10.16.2.0/24.", holders: [], isWarning: false },
    ]);
  });

  it("names the devices that have it, but not the device of the form", () => {
    const held = { state: "held", devices: [HOLDER, { ...HOLDER, id: "own", name: "own" }] };
    expect(sentencesOf(details(held), { ip: "10.16.2.20", deviceId: "own", spaceName: "ams2" })).toEqual([
      { text: "10.16.2.20 is assigned to", holders: [HOLDER], isWarning: true },
    ]);
    expect(texts({ state: "held", devices: [{ ...HOLDER, id: "own" }] }, "own")).toEqual([]);
    expect(texts({ state: "held" })).toEqual(["10.16.2.20 is assigned to a device that you are not allowed to see."]);
    // Of the device of the form the server does not say whether it is the holder.
    expect(texts({ state: "held" }, "own")).toEqual([]);
  });

  it("is reserved, in quarantine, or seen by a scan", () => {
    expect(texts({ state: "allocated", allocation: { note: "for the printer" } })).toEqual([
      "10.16.2.20 is reserved by an allocation: for the printer.",
    ]);
    expect(texts({ state: "allocated" })).toEqual(["10.16.2.20 is reserved by an allocation."]);
    expect(texts({ state: "reserved" })).toEqual(["10.16.2.20 is a reserved address of its network."]);
    expect(texts({ state: "quarantined" })).toEqual(["10.16.2.20 is in quarantine."]);
    expect(texts({ state: "seen", sightings: [{ hostname: "", mac_address: "02:00:00:00:00:01" }] })).toEqual([
      "A scan saw a host at 10.16.2.20 (02:00:00:00:00:01); no device has this address.",
    ]);
  });

  it("is in no network of the address space of the form, but may be in one of another", () => {
    expect(texts({ networks: [] })).toEqual(["No network of ams2 contains 10.16.2.20."]);
    const elsewhere = { network: NETWORK as Network, spaceName: "fra1" };
    expect(sentencesOf(details({ networks: [] }), { ip: "10.16.2.20", spaceName: undefined, elsewhere }).map(({ text }) => text)).toEqual([
      "No network without a datacenter contains 10.16.2.20; servers 10.16.2.0/24 is in fra1.",
    ]);
  });
});

describe("the smallest network around an address", () => {
  const networks = ["10.0.0.0/8", "10.16.0.0/16", "10.16.0.0/16", "2001:db8::/32"].map((subnet, index) => ({
    subnet,
    created_at: `2026-01-0${9 - index}`,
  }));
  it("is the one with the longest prefix, and of two with one subnet the older one", () => {
    expect(smallestAround(networks, "10.16.0.1")).toBe(networks[2]);
    expect(smallestAround(networks, "10.17.0.1")).toBe(networks[0]);
    expect(smallestAround(networks, "2001:db8::1")).toBe(networks[3]);
    expect(smallestAround(networks, "192.0.2.1")).toBeUndefined();
  });
});
