import { PassThrough } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { expect, it } from "vitest";
import { writePlan } from "../../../src/client/output/plan.ts";
import { Out } from "../../../src/client/output/write-out.ts";

it("a plan is what it is, a line a record, and what people have to look at, safe for terminals", async () => {
  const stream = new PassThrough();
  const device = (id: string, fields: object) => ({ id, name: "web\u001b[2J", tags: [], updated_at: "then", ...fields });
  const plan = {
    title: "Move it",
    steps: [{}, {}],
    groups: [
      { type: "device", action: "update", fields: ["addresses", "os"], count: 2 },
      { type: "network", action: "create", fields: [], count: 1 },
    ],
    effects: {
      records: [
        {
          type: "device",
          id: "1",
          name: "web\u001b[2J",
          action: "update",
          before: device("1", { addresses: [{ ip: "10.0.0.1" }], os: "" }),
          after: device("1", { addresses: [{ ip: "10.0.1.1" }], os: "linux", updated_at: "now" }),
        },
        {
          type: "device",
          id: "3",
          name: "db",
          action: "update",
          before: {
            addresses: [
              { ip: "10.0.0.2", network_id: null },
              { ip: "10.0.0.3", network_id: null },
            ],
          },
          after: {
            addresses: [
              { ip: "10.0.0.2", network_id: "2" },
              { ip: "10.0.0.3", network_id: null },
            ],
          },
        },
        { type: "network", id: "2", name: "lab", action: "create", before: null, after: { id: "2", name: "lab" } },
      ],
      conflicts_opened: [{ description: "10.0.1.1 is held twice" }],
      conflicts_closed: [{ description: "10.0.0.1 was held twice" }],
      warnings: ["os of the device db was changed since, and stays"],
    },
  };
  await writePlan(new Out(stream), plan, { format: "table", columns: [], allColumns: [], head: (text) => text });
  stream.end();
  expect((await textOf(stream)).split("\n")).toEqual([
    "title   Move it",
    "steps   2",
    "groups  update 2 device (addresses, os); create 1 network",
    "",
    "ACTION  TYPE     NAME  CHANGE",
    "update  device   web   addresses: 10.0.0.1 → 10.0.1.1; os: (none) → linux",
    "update  device   db    addresses.10.0.0.2.network_id: (none) → lab",
    "create  network  lab",
    "opens a conflict: 10.0.1.1 is held twice",
    "closes a conflict: 10.0.0.1 was held twice",
    "warning: os of the device db was changed since, and stays",
    "",
  ]);
});
