import assert from "node:assert/strict";
import { ScanReport } from "@cadastre/inventory-core";
import { parseAddress } from "@cadastre/inventory-core/scanning";
import { answeredOf, assertComplete, isOfHost, observationsOf } from "./expect-reports.ts";
import { halvesOf, type KnownPlan, type ScannerCase, type ScannerLab } from "./scanner-lab.ts";

/** What is wrong with the form of a report, whatever it is about. */
function problemsOf(report: unknown): readonly string[] {
  const { error } = ScanReport.safeParse(report);
  return (error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".") || "report"} ${message}: ${JSON.stringify(report).slice(0, 200)}`,
  );
}

const group = "reports";

/** A case that looks at the reports of every kind of scan. */
const ofEveryScan =
  (check: (reports: readonly ScanReport[], known: KnownPlan) => void) =>
  async (lab: ScannerLab): Promise<void> => {
    for (const known of lab.plans) check(await lab.scan(known.plan), known);
  };

export const reportCases: readonly ScannerCase[] = [
  { group, name: "end each target once, and no other address", run: ofEveryScan((reports, { plan }) => assertComplete(reports, plan)) },
  {
    group,
    name: "tell of targets only, also where others of the subnet are there",
    run: async (lab) => {
      for (const { plan } of lab.plans) {
        for (const half of halvesOf(plan)) {
          const reports = await lab.scan(half);
          assertComplete(reports, half);
          assert.deepEqual(
            observationsOf(reports).filter(({ ip }) => !half.targets.has(ip)),
            [],
          );
        }
      }
    },
  },
  {
    group,
    name: "write addresses in their canonical form",
    run: ofEveryScan((reports) => {
      for (const report of reports) {
        if (!isOfHost(report)) continue;
        assert.equal(parseAddress(report.ip)?.text, report.ip);
      }
    }),
  },
  {
    group,
    name: "tell what was seen of a host before it is done",
    run: ofEveryScan((reports) => {
      const done = new Set<string>();
      for (const report of reports) {
        if (report.kind === "host-done") done.add(report.ip);
        if (report.kind === "observation") assert.ok(!done.has(report.ip), `${report.ip} was observed after it was done`);
      }
    }),
  },
  {
    group,
    name: "are well formed",
    run: ofEveryScan((reports) =>
      assert.deepEqual(
        reports.flatMap((report) => problemsOf(report)),
        [],
      ),
    ),
  },
  {
    group,
    name: "say that a host answered only with evidence",
    run: ofEveryScan((reports) => {
      const told = new Set(observationsOf(reports).flatMap(({ ip, evidence }) => (evidence === undefined ? [] : [ip])));
      assert.deepEqual(
        answeredOf(reports).filter((ip) => !told.has(ip)),
        [],
      );
    }),
  },
  {
    group,
    name: "list no ports of a host that was cut short",
    run: ofEveryScan((reports) => {
      const cut = new Set(reports.flatMap((report) => (report.kind === "host-done" && report.cutShort === true ? [report.ip] : [])));
      assert.deepEqual(
        observationsOf(reports).filter(({ ip, openPorts }) => cut.has(ip) && openPorts !== undefined),
        [],
      );
    }),
  },
  {
    group,
    name: "call those ports open that were asked for and are, and no others",
    run: ofEveryScan((reports, { plan, network }) => {
      if (plan.scanType === "quick" || plan.ports.length === 0) return;
      const listed = observationsOf(reports).flatMap(({ openPorts = [] }) => openPorts);
      assert.deepEqual(
        listed.filter((port) => !plan.ports.includes(port)),
        [],
        "ports that the plan does not have",
      );
      for (const [ip, ports] of Object.entries(network.openPorts ?? {})) {
        const open = observationsOf(reports).flatMap((seen) => (seen.ip === ip ? (seen.openPorts ?? []) : []));
        assert.deepEqual(
          [...new Set(open)].toSorted((a, b) => a - b),
          ports.toSorted((a, b) => a - b),
          `open ports of ${ip}, ${plan.scanType} scan`,
        );
      }
    }),
  },
  {
    group,
    name: "find who is there, and nobody where nobody is",
    run: ofEveryScan((reports, { plan, network: { alive, dead = [] } }) => {
      const answered = new Set(answeredOf(reports));
      assert.deepEqual(
        alive.filter((ip) => !answered.has(ip)),
        [],
        `hosts that a ${plan.scanType} scan did not find`,
      );
      assert.deepEqual(
        dead.filter((ip) => answered.has(ip)),
        [],
        `hosts that a ${plan.scanType} scan made up`,
      );
    }),
  },
  {
    group,
    name: "are of the same hosts when the plan is run again",
    run: async (lab) => {
      for (const { plan } of lab.plans) assert.deepEqual(answeredOf(await lab.scan(plan)), answeredOf(await lab.scan(plan)));
    },
  },
];
