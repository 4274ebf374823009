import type { MetricSource } from "../contract/metrics.ts";
import type { HealthCheck } from "../contract/plugin.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { AuditSealer } from "./sealing/audit-sealer.ts";
import { UNSEALED } from "./proof/unsealed-rows.ts";

export const AUDIT_CHECK = serviceToken<HealthCheck>("audit-check");

export const AUDIT_METRICS = serviceToken<MetricSource>("audit-metrics");

/** Rows without a seal that are counted at most. */
const MAX_COUNTED = 10_000;

/** Whether rows are sealed in time, and none was tampered with before. */
export function auditCheck(sealer: AuditSealer): HealthCheck {
  return { id: "audit", advisory: true, check: async () => sealer.check() };
}

export function auditMetrics(storage: OpenStorage, sealer: AuditSealer): MetricSource {
  return {
    id: "audit",
    collect: async () => {
      const row = await storage.read.get<{ count: number }>(
        `select count(*) as count from (select 1 as one from audit where ${UNSEALED} limit ${MAX_COUNTED}) c`,
      );
      return [
        {
          name: "cadastre_audit_unsealed_rows",
          help: `Rows of the audit log without a seal; at most ${MAX_COUNTED} are counted`,
          kind: "gauge",
          samples: [{ value: row?.count ?? 0 }],
        },
        {
          name: "cadastre_audit_oldest_unsealed_seconds",
          help: "How long one row of the audit log has waited for its seal, as this process has seen it",
          kind: "gauge",
          samples: [{ value: sealer.behindSeconds }],
        },
        sealer.alarms.metric,
      ];
    },
  };
}
