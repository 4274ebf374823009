import { printable } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { discoveryScannerPlugin } from "../src/index.ts";
import { vendorOf } from "../src/hosts/vendors.ts";
import { pointersIn } from "../src/names/dns-message.ts";
import { hostName } from "../src/names/host-name.ts";
import { netbiosNameIn } from "../src/names/netbios.ts";
import { reverseName } from "../src/names/reverse-name.ts";
import { neighboursIn } from "../src/neighbours/neighbour-table.ts";
import { portsToScan } from "../src/ports.ts";
import { outcomeOf } from "../src/probing/probe-outcome.ts";
import { RoundTrip } from "../src/probing/round-trip.ts";
import { TokenBucket } from "../src/probing/token-bucket.ts";
import { ReportQueue } from "../src/report-queue.ts";
import { valuesIn } from "../src/services/snmp.ts";

describe("what an error tells", () => {
  it("only refusals are answers", () => {
    expect(
      ["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ENETUNREACH", "EACCES", "ETIMEDOUT"].map((code) => outcomeOf(code, false)),
    ).toEqual(["refused", "refused", "unreachable", "unreachable", "no-permission", "silent"]);
    expect(outcomeOf("ENETUNREACH", true)).toBe("no-route");
  });
});

describe("timeouts", () => {
  it("follow what was measured, between 200 and 1250 ms", () => {
    const roundTrip = new RoundTrip();
    expect(roundTrip.timeoutMs()).toBe(500);
    for (let count = 0; count < 50; count += 1) roundTrip.add(1);
    expect(roundTrip.timeoutMs()).toBe(200);
    for (let count = 0; count < 100; count += 1) roundTrip.add(300);
    expect(roundTrip.timeoutMs()).toBeGreaterThan(399);
    expect(roundTrip.timeoutMs()).toBeLessThan(450);
    expect(roundTrip.timeoutMs(10)).toBe(1250);
  });
});

it("a bucket lets no more through than its rate and a short burst", () => {
  let now = 0;
  const bucket = new TokenBucket(1000, () => now);
  let taken = 0;
  for (; now < 1000; now += 1) while (bucket.take() === 0) taken += 1;
  expect(taken).toBeGreaterThan(1000);
  expect(taken).toBeLessThanOrEqual(1050);
});

it("a slow reader makes writers wait", async () => {
  const queue = new ReportQueue(2);
  let sent = 0;
  const writing = (async () => {
    for (let index = 0; index < 10; index += 1) {
      await queue.send({ kind: "host-done", ip: `192.0.2.${index}`, outcome: "silent" });
      sent += 1;
    }
    queue.end();
  })();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toBe(1);
  expect(await Array.fromAsync(queue.read())).toHaveLength(10);
  await writing;
});

it("incomplete entries of the neighbour table take places, but are nobody", () => {
  const { resolved, entries } = neighboursIn(
    "IP address HW type Flags HW address Mask Device\n10.0.0.1 0x1 0x2 AA:BB:CC:00:00:01 * eth0\n10.0.0.2 0x1 0x0 00:00:00:00:00:00 " +
      "* eth0\n",
  );
  expect([...resolved]).toEqual([["10.0.0.1", "aa:bb:cc:00:00:01"]]);
  expect(entries).toBe(2);
});

describe("names", () => {
  it("are names that DNS allows, or none", () => {
    expect(["Web.Lab.test.", "a_b", "<script>.x", "-x", "10.0.0.1", "", "x".repeat(64)].map(hostName)).toEqual([
      "web.lab.test",
      "a_b",
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("are asked for backwards", () => {
    expect(reverseName("192.0.2.7")).toBe("7.2.0.192.in-addr.arpa");
    expect(reverseName("2001:db8::1")).toBe("1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa");
  });

  it("malformed answers are no answers, whatever they hold", () => {
    // A name that points at itself.
    const loop = Buffer.from("0000840000000001000000000c00c0000c00010000007800", "hex");
    expect(pointersIn(loop) ?? []).toEqual([]);
    for (let length = 0; length < 300; length += 1) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 181 + length * 7) & 255));
      expect(() => [pointersIn(bytes), netbiosNameIn(bytes), valuesIn(bytes, 1)]).not.toThrow();
    }
  });
});

it("text of hosts is one printable line", () => {
  expect(printable("a\u001b[31m\u0000b\u202ec\n\td\uFFFD")).toBe("a [31m b c d");
  expect(printable("x".repeat(500))).toHaveLength(200);
});

it("fragile ports are looked at only when asked for by the settings", () => {
  expect(portsToScan([[80, 502, 9100, 9107, 9108, 80]], false)).toEqual([80, 9108]);
  expect(portsToScan([[80, 502]], true)).toEqual([80, 502]);
  expect(portsToScan([[], undefined], false)).not.toContain(9100);
});

it("vendors are known by the longest registered block; made-up addresses have none", async () => {
  expect(await vendorOf("00:00:0c:12:34:56")).toMatch(/cisco/i);
  expect(await vendorOf("02:00:0c:12:34:56")).toBeUndefined();
});

it("options that are wrong are named", () => {
  expect(discoveryScannerPlugin().scanners?.map(({ id }) => id)).toEqual(["connect"]);
  expect(() => discoveryScannerPlugin({ serviceWaitMs: 1, ports: [0] })).toThrow(expect.objectContaining({ code: "VALIDATION_ERROR" }));
});
