import { ScanReport } from "../../contract/scanning/scan-report.ts";

/** What is wrong with the form of a report, whatever it is about. */
export function problemsOf(report: unknown): readonly string[] {
  const { error } = ScanReport.safeParse(report);
  return (error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".") || "report"} ${message}: ${JSON.stringify(report).slice(0, 200)}`,
  );
}
