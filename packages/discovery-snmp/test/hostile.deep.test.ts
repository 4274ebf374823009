import { createSocket } from "node:dgram";
import { describe, expect, it } from "vitest";
import { DeviceBudget } from "../src/session/device-budget.ts";
import { SnmpSession } from "../src/session/snmp-session.ts";
import { type DeviceTables, readDeviceTables } from "../src/tables/device-tables.ts";
import { INTERFACE } from "../src/tables/object-ids.ts";
import { walkColumn } from "../src/tables/walk-column.ts";
import { Agent, type Behaviour } from "./support/agent.ts";
import { field, integer } from "./support/ber.ts";
import { largeSwitch } from "./support/large-switch.ts";
import { recording } from "./support/recording.ts";
import { targetAt } from "./support/target.ts";

const never = new AbortController().signal;
const TIME_MS = 2000;
const BRIDGE_COLUMN = "1.3.6.1.2.1.17.7.1.2.2.1.2";

async function readFrom(behaviour: Behaviour, rows = recording("access-switch"), timeMs = TIME_MS): Promise<DeviceTables> {
  await using agent = await Agent.start(rows, behaviour);
  return await readDeviceTables(targetAt(agent.port), { timeMs }, never);
}

const reasonsOf = ({ problems }: DeviceTables): string[] => [...new Set(problems.map(({ failure }) => failure.reason))];

describe("a device that answers wrongly", () => {
  it("in a loop: the table ends where it goes on no more, and the others are read", async () => {
    const names = INTERFACE.name;
    const rows = [3, 1, 2].map((ifIndex) => ({ oid: `${names}.${ifIndex}`, value: field(4, Buffer.from(`port ${ifIndex}`)) }));
    const after = (oid: string): number => (rows.findIndex((row) => row.oid === oid) + 1) % rows.length;
    const tables = await readFrom({
      change: (answer, { oids: [oid = ""] }) => (oid === names || oid.startsWith(`${names}.`) ? rows.slice(after(oid)) : answer),
    });
    expect(tables.problems).toMatchObject([{ table: "interfaces", failure: { reason: "loop" } }]);
    expect([1, 2, 3].map((ifIndex) => tables.interfaces.get(ifIndex)?.name)).toEqual(["port 1", "port 2", "port 3"]);
    expect(tables.bridgeTable.size).toBe(8);
  });

  it("in an order of its own, with some rows twice: the table is read to its end", async () => {
    const rows = [3, 1, 4, 1, 2].map((ifIndex) => ({
      oid: `${INTERFACE.name}.${ifIndex}`,
      value: field(4, Buffer.from(`port ${ifIndex}`)),
    }));
    let at = 0;
    const tables = await readFrom({
      change: (answer, { oids: [oid = ""] }) =>
        oid !== INTERFACE.name && !oid.startsWith(`${INTERFACE.name}.`)
          ? answer
          : at < rows.length
            ? rows.slice(at, (at += 2))
            : answer.slice(-1),
    });
    expect(tables.problems).toEqual([]);
    expect([1, 2, 3, 4].map((ifIndex) => tables.interfaces.get(ifIndex)?.name)).toEqual(["port 1", "port 2", "port 3", "port 4"]);
  });

  it("with one row for ever", async () => {
    const row = { oid: `${BRIDGE_COLUMN}.1.60.82.130.0.0.1`, value: integer(1) };
    expect(reasonsOf(await readFrom({ change: (_, { most }) => (most > 1 ? Array.from({ length: most }, () => row) : [row]) }))).toContain(
      "loop",
    );
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["cut in the middle", (bytes) => bytes.subarray(0, bytes.length >> 1)],
    ["with a length that is too large", (bytes) => Buffer.concat([Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff]), bytes.subarray(2)])],
    ["of zeros", (bytes) => Buffer.alloc(bytes.length)],
    ["that is empty", () => Buffer.alloc(0)],
    [
      "of another version",
      (bytes) => Buffer.concat([bytes.subarray(0, bytes.indexOf(0x02) + 2), Buffer.from([0]), bytes.subarray(bytes.indexOf(0x02) + 3)]),
    ],
  ])("with a datagram %s: as if it did not respond", async (_, datagram) => {
    await using agent = await Agent.start(recording("router"), { datagram });
    const tables = await readDeviceTables(targetAt(agent.port), { timeMs: 150 }, never);
    expect(reasonsOf(tables)).toEqual(["out-of-time"]);
  });

  it("with values of other types and lengths: they are left out", async () => {
    const odd = [
      field(4, Buffer.from("abc")),
      integer(-5),
      field(5),
      field(0x40, Buffer.from([1, 2, 3, 4])),
      field(4, Buffer.alloc(60_0, 0xff)),
    ];
    let at = 0;
    const tables = await readFrom({
      change: (answer) => answer.map((variable) => ({ ...variable, value: odd[(at += 1) % odd.length] as Buffer })),
    });
    expect(tables.ipNeighbours.size).toBe(0);
    expect([...tables.bridgeTable.values()].every((ifIndex) => ifIndex > 0)).toBe(true);
  });

  it("with text for terminals and pages: one line of printable characters", async () => {
    const evil = "\u001b[31m<script>alert(1)</script>\r\n\u0000\u202e" + "x".repeat(900);
    const { name, interfaces } = await readFrom({
      change: (answer) =>
        answer.map((variable) => ({ ...variable, value: variable.value[0] === 4 ? field(4, Buffer.from(evil)) : variable.value })),
    });
    for (const text of [name, ...[...interfaces.values()].flatMap((one) => [one.name, one.alias])]) {
      expect(text).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u);
    }
  });

  it("with more variables than were asked for: no more are read", async () => {
    const rows = largeSwitch(4, 500);
    await using agent = await Agent.start(rows, { change: (answer) => [...answer, ...answer.slice(0, 1)] });
    const budget = new DeviceBudget({ timeMs: TIME_MS });
    using session = await SnmpSession.open(targetAt(agent.port), budget, never);
    expect(await session.after(BRIDGE_COLUMN, 7)).toHaveLength(7);
  });
});

describe("a device that sends too much", () => {
  it("rows without end: one table is not read further than its limit", async () => {
    const endless: Behaviour = {
      change: (_, { oids, most }) => {
        const last = Number(oids[0]?.slice(BRIDGE_COLUMN.length + 1) || 0);
        return Array.from({ length: most }, (__, at) => ({ oid: `${BRIDGE_COLUMN}.${last + at + 1}`, value: integer(1) }));
      },
    };
    await using agent = await Agent.start([], endless);
    const budget = new DeviceBudget({ timeMs: 60_000, rowsOfTable: 2000 });
    using session = await SnmpSession.open(targetAt(agent.port), budget, never);
    let rows = 0;
    await expect(async () => {
      for await (const _ of walkColumn({ session, budget }, BRIDGE_COLUMN)) rows += 1;
    }).rejects.toMatchObject({ reason: "too-long" });
    expect(rows).toBe(2000);
  });

  it("octets, or rows of all tables: nothing more is asked", async () => {
    await using agent = await Agent.start(largeSwitch(48, 500));
    for (const limit of [{ bytes: 4000 }, { rows: 120 }]) {
      const tables = await readDeviceTables(targetAt(agent.port), { timeMs: TIME_MS, ...limit }, never);
      expect(tables.problems).toMatchObject([{ failure: { reason: "too-much" } }]);
      expect(tables.interfaces.size).toBe(48);
    }
  });
});

describe("a device that is slow", () => {
  it("and does not respond: three requests, each for less, and no more", async () => {
    await using agent = await Agent.start(recording("router"), { change: (answer, { most }) => (most > 1 ? undefined : answer) });
    const budget = new DeviceBudget({ timeMs: 10_000 });
    using session = await SnmpSession.open(targetAt(agent.port), budget, never);
    const rows = Array.fromAsync(walkColumn({ session, budget }, "1.3.6.1.2.1.2.2.1.2"));
    // The third asks for 2; one that responds to single rows would be read row by row.
    await expect(rows).rejects.toMatchObject({ reason: "timeout" });
    expect(agent.asked.map(({ most }) => most)).toEqual([40, 10, 2]);
  });

  it("and takes longer than it may: what was read counts", async () => {
    const tables = await readFrom(
      { before: async () => await new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20)) },
      largeSwitch(8, 5000),
      900,
    );
    expect(reasonsOf(tables)).toEqual(["out-of-time"]);
    expect(tables.interfaces.size).toBe(8);
  });

  it("is left at once when the scan is cancelled", async () => {
    await using agent = await Agent.start(recording("router"), { change: () => undefined });
    const controller = new AbortController();
    const reading = readDeviceTables(targetAt(agent.port), { timeMs: 60_000 }, controller.signal);
    await expect.poll(() => agent.asked.length).toBe(1);
    const begun = performance.now();
    controller.abort(new Error("cancelled"));
    await expect(reading).rejects.toThrow("cancelled");
    expect(performance.now() - begun).toBeLessThan(250);
  });

  it("is not waited for where nobody listens", async () => {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    const { port } = socket.address();
    await new Promise<void>((resolve) => socket.close(resolve));
    const tables = await readDeviceTables(targetAt(port), { timeMs: 10_000 }, never);
    expect(reasonsOf(tables)).toEqual(["unreachable"]);
  });
});

describe("somebody else", () => {
  it("who answers from another address, or from another port, is not heard", async () => {
    const others = ["127.0.0.2", "127.0.0.1"].map(() => createSocket("udp4"));
    await Promise.all(others.map(async (socket, at) => await new Promise<void>((resolve) => socket.bind(0, `127.0.0.${2 - at}`, resolve))));
    const forged: Behaviour = {
      // The request with the tag of a response, sent before the answer.
      before: async (_, from, request) => {
        const bytes = Buffer.from(request);
        const tag = bytes.indexOf(0xa0) === -1 ? bytes.indexOf(0xa5) : bytes.indexOf(0xa0);
        bytes[tag] = 0xa2;
        await Promise.all(
          others.map(async (socket) => await new Promise((resolve) => socket.send(bytes, from.port, from.address, resolve))),
        );
        return false;
      },
    };
    const tables = await readFrom(forged, recording("router"), 10_000);
    expect(tables).toMatchObject({ name: "core1.example.net", problems: [] });
    await Promise.all(others.map(async (socket) => await new Promise<void>((resolve) => socket.close(resolve))));
  });

  it("who has another community is not answered, and nothing of ours is told", async () => {
    await using agent = await Agent.start(recording("router"), {}, "other");
    const tables = await readDeviceTables(
      targetAt(agent.port, { credentials: { version: "2c", community: "canary" } }),
      { timeMs: 150 },
      never,
    );
    expect(reasonsOf(tables)).toEqual(["out-of-time"]);
    expect(JSON.stringify(tables) + tables.problems.map(({ failure }) => failure.stack).join("")).not.toContain("canary");
  });
});

it("a switch of 48 ports and 5,000 hardware addresses is read whole", async () => {
  await using agent = await Agent.start(largeSwitch(48, 5000));
  const tables = await readDeviceTables(targetAt(agent.port), { timeMs: 10_000 }, never);
  expect(tables.problems).toEqual([]);
  expect(tables.bridgeTable.size).toBe(5000);
  expect(Math.max(...agent.asked.map(({ most }) => most))).toBe(40);
});
