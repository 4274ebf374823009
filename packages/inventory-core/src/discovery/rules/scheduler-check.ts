import type { HealthCheck } from "../../contract/plugin.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { RuleScheduler } from "./rule-scheduler.ts";
import type { ScanRunner } from "../running/scan-runner.ts";

export const SCHEDULER_CHECK = serviceToken<HealthCheck>("scheduler-check");

/** Whether rules that are due and scans that wait are begun. */
export function schedulerCheck(scheduler: RuleScheduler, runner: ScanRunner): HealthCheck {
  return {
    id: "scheduler",
    check: async () => {
      scheduler.check();
      runner.check();
    },
  };
}
