import { describe, expect, it } from "vitest";
import { type ImportItem, readImport } from "../src/index.ts";
import { phpipam } from "./support/phpipam-data.ts";
import { collect } from "./support/read.ts";
import { Service } from "./support/service.ts";

const open = (url: string, options: Readonly<Record<string, string>> = { token: "app-code" }): AsyncIterable<ImportItem> =>
  readImport({ format: "phpipam", source: { kind: "service", url }, options: { app: "app-1", ...options }, retryDelayMs: 1 });

describe("phpIPAM", () => {
  it("becomes spaces, datacenters, networks and devices", async () => {
    await using service = await Service.start(phpipam);
    const { rows, errors, warnings } = await collect(open(`${service.url}/ipam`));
    expect(errors).toEqual([]);
    const networkOf = (id: number): object => ({ network: { ref: `subnet ${id}` } });
    const section = { datacenter: { ref: "section 1" } };
    expect(rows.map(({ type, ref, set }) => [type, ref, set])).toEqual([
      ["space", "vrf 7", { name: "Customer", rd: "65000:7", description: "of a customer" }],
      ["datacenter", "section 1", { name: "Customers", description: "Section for customers" }],
      ["datacenter", "section 2", { name: "IPv6", description: "" }],
      [
        "network",
        "subnet 3",
        { name: "Office", subnet: "10.10.1.0/24", vlan_id: 4001, ...section, space: null, fields: { cost_centre: "4000" } },
      ],
      ["network", "subnet 4", { name: "10.10.2.0/24", subnet: "10.10.2.0/24", vlan_id: null, ...section, space: { ref: "vrf 7" } }],
      ["network", "subnet 5", { name: "10.10.2.0/24", subnet: "10.10.2.0/24", vlan_id: null, ...section, space: null, status: "reserved" }],
      [
        "device",
        "device 1",
        {
          name: "CoreSwitch",
          description: "core",
          hostname: "CoreSwitch",
          make_model: "Cisco C9500",
          ...section,
          addresses: [
            { ip: "10.10.1.254", type: "management", label: "gateway", mac: "08:00:27:25:d3:01", switch_port: "Gi1/0/1", ...networkOf(3) },
          ],
        },
      ],
      [
        "device",
        "device 2",
        {
          name: "Firewall",
          description: "",
          hostname: "Firewall",
          ...section,
          addresses: [{ ip: "10.10.1.9", type: "management", ...networkOf(3) }],
        },
      ],
      ["device", "device 3", expect.objectContaining({ name: "Firewall (10.10.2.9)" })],
      [
        "device",
        "host 1 server1.cust1.local",
        {
          name: "server1.cust1.local",
          description: "Server1",
          hostname: "server1.cust1.local",
          ...section,
          addresses: [
            { ip: "10.10.1.3", ...networkOf(3) },
            { ip: "10.10.2.3", ...networkOf(4) },
          ],
        },
      ],
      [
        "device",
        "host 1 10.10.1.245",
        {
          name: "10.10.1.245",
          description: "printer\n\nthird floor",
          fields: { floor: "3" },
          ...section,
          addresses: [{ ip: "10.10.1.245", ...networkOf(3) }],
        },
      ],
      [
        "device",
        "host 1 10.10.1.77",
        {
          name: "10.10.1.77",
          description: "for later",
          status: "planned",
          tags: ["reserved"],
          ...section,
          addresses: [{ ip: "10.10.1.77", ...networkOf(3) }],
        },
      ],
      ["device", "host 1 10.10.1.78", expect.objectContaining({ tags: ["Handed over"] })],
      ["device", "host 1 10.10.2.50 of VRF 7", expect.objectContaining({ name: "10.10.2.50 (Customer)", tags: ["dhcp"] })],
      [
        "device",
        "host 1 10.10.2.50",
        {
          name: "10.10.2.50",
          description: "",
          ...section,
          addresses: [{ ip: "10.10.2.50", ...networkOf(5) }],
        },
      ],
      [
        "device",
        "host 1 10.10.2.60 of VRF 7",
        expect.objectContaining({ tags: ["offline"], addresses: [{ ip: "10.10.2.60", ...networkOf(4) }] }),
      ],
    ]);
    expect(warnings).toEqual([
      "1 network has the custom field cost_centre, which is ignored unless it is defined: " +
        "cadastre field create --record network --name cost_centre --type text --label 'Cost Centre'",
      "1 subnet is skipped: the same is in the section or VRF already, and gets the addresses",
      "1 folder is skipped: the inventory has no folders",
      "the owner of 1 address is ignored: the inventory has no such field",
      "1 device has the custom field floor, which is ignored unless it is defined: " +
        "cadastre field create --record device --name floor --type text --label 'Floor'",
    ]);
    expect(service.asked.every(({ headers }) => headers["token"] === "app-code")).toBe(true);
  });

  it("is signed in to with a user's password, once", async () => {
    await using service = await Service.start(phpipam);
    expect((await collect(open(`${service.url}/ipam/api/`, { user: "ann", password: "secret" }))).rows).toHaveLength(16);
    expect(service.asked.filter(({ method }) => method === "POST")).toHaveLength(1);
    expect(service.asked.slice(1).every(({ headers }) => headers["token"] === "of-ann" && headers.authorization === undefined)).toBe(true);
  });

  it.each([
    [{ token: "wrong" }, /refuses the credentials .*Invalid token/],
    [{ user: "ann", password: "wrong" }, /refuses the credentials .*Invalid username or password/],
    [{ user: "ann" }, /requires the option token, or user and password/],
    [{ token: "app-code", app: "a/b" }, /app must be the id/],
  ] as const)("tells what is wrong with %j", async (options, message) => {
    await using service = await Service.start(phpipam);
    await expect(collect(open(`${service.url}/ipam`, options as unknown as Record<string, string>))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringMatching(message),
    });
  });

  it("needs the id of an app", () => {
    expect(() =>
      readImport({ format: "phpipam", source: { kind: "service", url: "http://127.0.0.1:1" }, options: { token: "x" } }),
    ).toThrow("phpipam requires app");
  });
});
