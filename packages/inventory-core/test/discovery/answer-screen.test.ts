import type { ScanReport } from "@cadastre/inventory-core";
import { targetsOf } from "@cadastre/inventory-core/scanning";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerScreen } from "../../src/discovery/screening/answer-screen.ts";

const planOf = (subnet: string, ...ranges: readonly string[]) => ({ subnet, targets: targetsOf(ranges, "") });
const answered = (ip: string, more: object = {}): readonly ScanReport[] => [
  { kind: "observation", ip, evidence: "tcp-refused", ...more },
  { kind: "host-done", ip, outcome: "answered" },
];
const silent = (ip: string): readonly ScanReport[] => [{ kind: "host-done", ip, outcome: "silent" }];
const addresses = (prefix: string, from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${prefix}${from + index}`);

/** Everything that a screen passes on of some reports. */
function screened(screen: AnswerScreen, reports: readonly ScanReport[], isInterrupted = false): readonly ScanReport[] {
  return [...reports.flatMap((report) => screen.take(report) as readonly ScanReport[]), ...screen.end(isInterrupted)];
}

const found = (reports: readonly ScanReport[]): readonly string[] =>
  reports.flatMap((report) => (report.kind === "host-done" && report.outcome === "answered" ? [report.ip] : []));

describe("the reports of a scanner", () => {
  it("are passed on at once where more than a tenth of the addresses are silent", () => {
    const screen = new AnswerScreen(planOf("10.0.0.0/28", "10.0.0.1-10.0.0.14"), []);
    const [first, second] = [answered("10.0.0.1"), answered("10.0.0.2")];
    expect(first.flatMap((report) => screen.take(report))).toEqual([]);
    expect(silent("10.0.0.3").flatMap((report) => screen.take(report))).toEqual(silent("10.0.0.3"));
    expect(silent("10.0.0.4").flatMap((report) => screen.take(report))).toEqual([...silent("10.0.0.4"), ...first]);
    expect(second.flatMap((report) => screen.take(report))).toEqual(second);
  });

  it("are passed on without ports that are only compared", () => {
    const screen = new AnswerScreen(planOf("10.0.0.0/31", "10.0.0.0-10.0.0.1"), []);
    expect(screened(screen, answered("10.0.0.1", { acceptedPorts: [22] }))).toEqual(answered("10.0.0.1"));
  });

  it("that are invalid, or of no target, are passed on as they are", () => {
    const screen = new AnswerScreen(planOf("10.0.0.0/28", "10.0.0.1-10.0.0.14"), []);
    for (const report of [undefined, { kind: "observation" }, answered("10.9.9.9")[0], { kind: "warning", code: "TOOL", message: "x" }])
      expect(screen.take(report)).toEqual([report]);
  });

  it("of the scanning machine's own addresses are believed, and those of loopback", () => {
    const own = addresses("10.0.0.", 1, 14);
    const believed = (subnet: string, ips: readonly string[], of: readonly string[]): number =>
      found(
        screened(
          new AnswerScreen(planOf(subnet, ...ips), of),
          ips.flatMap((ip) => answered(ip)),
        ),
      ).length;
    expect(believed("10.0.0.0/28", own, own)).toBe(14);
    expect(believed("10.0.0.0/28", own, own.slice(0, 2))).toBe(2);
    expect(believed("10.0.0.0/28", own, [])).toBe(0);
    const loopback = addresses("127.0.0.", 1, 14);
    expect(believed("127.0.0.0/28", loopback, [])).toBe(14);
  });

  it("of known IPv6 addresses are believed where the network is not swept, though all answer alike", () => {
    const known = addresses("2001:db8::", 1, 9);
    const believed = (subnet: string): number =>
      found(
        screened(
          new AnswerScreen(planOf(subnet, ...known), []),
          known.flatMap((ip) => answered(ip)),
        ),
      ).length;
    expect([believed("2001:db8::/64"), believed("2001:db8::/124")]).toEqual([9, 0]);
  });

  it("are compared in blocks of 256 addresses, so that a firewall of a part of a network is recognised", () => {
    const [dense, sparse] = [addresses("10.0.1.", 0, 255), addresses("10.0.0.", 1, 255)];
    const screen = new AnswerScreen(planOf("10.0.0.0/23", "10.0.0.1-10.0.1.255"), []);
    const reports = [...dense.flatMap((ip) => answered(ip)), ...sparse.flatMap((ip, at) => (at % 5 === 0 ? answered(ip) : silent(ip)))];
    const passed = screened(screen, reports);
    expect(found(passed)).toHaveLength(51);
    expect(found(passed).every((ip) => ip.startsWith("10.0.0."))).toBe(true);
    expect(passed.flatMap((report) => (report.kind === "warning" ? [report.message] : []))).toEqual([
      expect.stringMatching(/^256 addresses of 10\.0\.1\.0\/24 answer alike/),
    ]);
  });

  it("of a /16 where every address answers alike are judged before all are held back, and its hosts are believed", () => {
    const targets = targetsOf(["10.0.0.1-10.0.255.254"], "");
    const screen = new AnswerScreen({ subnet: "10.0.0.0/16", targets }, []);
    let held = 0;
    let most = 0;
    let hosts = 0;
    for (const ip of targets) {
      const isHost = ip.endsWith(".7");
      held += 1;
      for (const report of answered(ip, isHost ? { acceptedPorts: [22] } : {}))
        for (const passed of screen.take(report) as readonly ScanReport[]) {
          if (passed.kind !== "host-done") continue;
          held -= 1;
          if (passed.outcome === "answered") hosts += 1;
        }
      most = Math.max(most, held);
    }
    expect(screen.end(false)).toEqual([]);
    expect([hosts, held]).toEqual([256, 0]);
    expect(most).toBeLessThan(36_000);
  });

  it("of the few targets that are left of a scan are believed, though all answer alike", () => {
    const believed = (from: number): number => {
      const left = addresses("10.0.0.", from, 254);
      return found(
        screened(
          new AnswerScreen(planOf("10.0.0.0/24", ...left), []),
          left.flatMap((ip) => answered(ip)),
        ),
      ).length;
    };
    expect([believed(200), believed(100)]).toEqual([55, 0]);
  });

  it("of an interrupted scan are judged by the addresses that were probed, where they are half of all at least", () => {
    const ips = addresses("10.0.0.", 1, 14);
    const believed = (count: number): number => {
      const reports = ips.slice(0, count).flatMap((ip) => answered(ip));
      return found(screened(new AnswerScreen(planOf("10.0.0.0/28", ...ips), []), reports, true)).length;
    };
    expect([believed(6), believed(7), believed(13)]).toEqual([6, 0, 0]);
  });

  it("end each target once, and lose none, in whatever order they come", () => {
    const Answer = fc.constantFrom("silent", "refused", "host", "proxied", "many");
    fc.assert(
      fc.property(fc.array(Answer, { minLength: 14, maxLength: 14 }), fc.boolean(), (answers, isInterrupted) => {
        const ips = addresses("10.0.0.", 1, 14);
        const reports = ips.flatMap((ip, at): readonly ScanReport[] => {
          if (answers[at] === "silent") return silent(ip);
          if (answers[at] === "refused") return answered(ip);
          if (answers[at] === "host") return answered(ip, { acceptedPorts: [1000 + at] });
          if (answers[at] === "proxied") return answered(ip, { evidence: "arp", macAddress: "02:00:00:00:00:01" });
          return [...Array.from({ length: 250 }, () => answered(ip)[0] as ScanReport), ...answered(ip)];
        });
        const passed = screened(new AnswerScreen(planOf("10.0.0.0/28", ...ips), []), reports, isInterrupted);
        const done = passed.flatMap((report) => (report.kind === "host-done" ? [report.ip] : []));
        expect(done.toSorted()).toEqual(ips.toSorted());
        expect(found(passed)).toEqual(expect.arrayContaining(ips.filter((_, at) => answers[at] === "host")));
      }),
    );
  });
});
