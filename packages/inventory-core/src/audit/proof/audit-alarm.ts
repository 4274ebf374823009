import { setImmediate } from "node:timers/promises";
import type { Logger } from "../../contract/logger.ts";
import { type Metric, Tally } from "../../contract/metrics.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";

/**
 * What somebody did to rows before they were sealed. `forged`: a row that no program with a key has written, or not so;
 * `unproven`: a row without a proof; `replayed`: a row that is sealed already; `deleted`: rows were committed and are gone.
 */
export const ALARM_KINDS = ["forged", "unproven", "replayed", "deleted"] as const;

export type AlarmKind = (typeof ALARM_KINDS)[number];

export interface AuditAlarm {
  readonly kind: AlarmKind;
  /** Id of the row that is there; null when it is about rows that are not. */
  readonly id: string | null;
  /** What it is about: told once while the program runs. */
  readonly about: string;
  readonly message: string;
}

/** Action and resource of the audit row that an alarm leaves. */
export const ALARM_ROW = { action: "alarm", resource: "audit", source: "sealer" } as const;

const CALL: CallContext = { principal: SYSTEM, source: ALARM_ROW.source };

/** Alarms that are remembered, so that each is told once. */
const MAX_REMEMBERED = 10_000;

/** Alarms that leave a row of their own; of more than that the log line tells. */
const MAX_WRITTEN = 100;

/** Tells alarms: in the log, by a metric, and by an audit row, which is proven and sealed as any other. */
export class AuditAlarms {
  readonly #logger: Logger;
  readonly #writes: WritePath;
  readonly #told = new Set<string>();
  readonly #tally = new Tally("kind", ALARM_KINDS);
  #waiting: AuditAlarm[] = [];
  #count = 0;

  constructor(logger: Logger, writes: WritePath) {
    this.#logger = logger;
    this.#writes = writes;
  }

  /** How many were raised since the program started. */
  get count(): number {
    return this.#count;
  }

  get metric(): Metric {
    return {
      name: "cadastre_audit_alarms_total",
      help: "Rows of the audit log that were tampered with before they were sealed, as this process has seen it",
      kind: "counter",
      labelNames: ["kind"],
      samples: this.#tally.samples,
    };
  }

  raise(alarms: readonly AuditAlarm[]): void {
    for (const alarm of alarms) {
      const key = `${alarm.kind} ${alarm.about}`;
      if (this.#told.has(key) || this.#told.size >= MAX_REMEMBERED) continue;
      this.#told.add(key);
      this.#count += 1;
      this.#tally.count(alarm.kind);
      this.#logger.error("the audit log was tampered with", { kind: alarm.kind, id: alarm.id, reason: alarm.message });
      if (this.#count <= MAX_WRITTEN) this.#waiting.push(alarm);
    }
  }

  /** Writes the rows of what was raised. Whoever is kept from it by the database tries again. */
  async write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const written = [...this.#waiting];
      await this.#writes.run(CALL, async (change) => {
        for (const { kind, id, message } of written) change.audit({ ...ALARM_ROW, resourceId: id, after: { kind, message } });
      });
      this.#waiting = this.#waiting.filter((alarm) => !written.includes(alarm));
      await setImmediate();
    }
  }
}
