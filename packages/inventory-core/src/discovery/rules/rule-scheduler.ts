import { RepeatedTask } from "../../background/repeated-task.ts";
import { timestampOf, type Clock } from "../../contract/clock.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import { messageOf } from "../../contract/errors/failure-text.ts";
import type { Logger } from "../../contract/logger.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import { agentOfNetwork, type ScanAffinity } from "../../contract/scanning/scan-affinity.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { DiscoveryRule, ruleOf, RULES_LOCK } from "./discovery-rule.ts";
import { writeRow } from "../../records/fields/record-rows.ts";
import { addressesIn } from "../../outbound/address-list.ts";
import { dueAfter, isMissed } from "./rule-schedule.ts";
import type { ScanRunner } from "../running/scan-runner.ts";
import { requestScan, type ScanRequest } from "../scans/scan-service.ts";

export const RULE_SCHEDULER = serviceToken<RuleScheduler>("discovery-rule-scheduler");

const POLL_INTERVAL_MS = 10_000;

const CALL: CallContext = { principal: SYSTEM, source: "discovery-rule" };

/** Starts scans of rules that are due, once however many hosts share the database. */
export class RuleScheduler {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #runner: ScanRunner;
  readonly #affinity: ScanAffinity;
  readonly #task: RepeatedTask;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger, runner: ScanRunner, affinity: ScanAffinity) {
    this.#storage = storage;
    this.#affinity = affinity;
    this.#writes = writes;
    this.#clock = clock;
    this.#logger = logger;
    this.#runner = runner;
    this.#task = new RepeatedTask(
      clock,
      logger,
      POLL_INTERVAL_MS,
      "discovery rules that are due could not be started",
      async () => await this.startDue(),
    );
  }

  start(): void {
    this.#task.start();
  }

  /** For a health check. @throws Error when rules cannot be started */
  check(): void {
    this.#task.check();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Starts all that is due now; costs one indexed look-up when nothing is. */
  async startDue(): Promise<void> {
    const due = await this.#storage.read.all<{ id: string; network_id: string }>(
      "select id, network_id from discovery_rule where due_at <= ? order by due_at",
      [timestampOf(this.#clock)],
    );
    for (const { id, network_id: networkId } of due) {
      const agentId = await agentOfNetwork(this.#affinity, this.#storage.read, networkId);
      const surroundings = await this.#runner.surroundings(networkId, agentId);
      await this.#writes.run(CALL, async (change) => await this.#startOne(change, id, surroundings));
    }
    if (due.length > 0) this.#runner.wake();
  }

  async #startOne(change: Change, id: string, surroundings: Pick<ScanRequest, "neighbours" | "fence">): Promise<void> {
    await change.lock({ on: "name", name: RULES_LOCK });
    // Another host may have started it, or somebody changed it, since we looked.
    const row = await change.get<{ doc: string }>("select doc from discovery_rule where id = ? and due_at <= ?", [id, change.now]);
    if (row === undefined) return;
    const rule = ruleOf(row);
    const become = async (after: Partial<DiscoveryRule>): Promise<void> =>
      await writeRow(change, DiscoveryRule, [rule, { ...rule, ...after }]);
    const next = this.#nextDue(rule, change.now);
    if (isMissed(rule, change.now)) {
      this.#logger.info("a time of a discovery rule was missed and passed over", { rule: id, due: rule.next_due_at });
      await become({ next_due_at: next });
      return;
    }
    let started = false;
    try {
      await requestScan(change, {
        networkId: rule.network_id,
        scanType: rule.scan_type,
        exclude: addressesIn(rule.exclude_ips),
        ports: [],
        ...surroundings,
        ruleId: id,
        affinity: this.#affinity,
      });
      started = true;
    } catch (error) {
      // While another scan of the network runs the rule stays due; what can never work waits for its next time.
      if (!isEngineError(error)) throw error;
      if (error.code === "CONFLICT") return;
      this.#logger.warn("a discovery rule could not start its scan", { rule: id, error: error.message });
    }
    await become({ ...(started && { last_started_at: change.now }), next_due_at: next });
  }

  /** Null when this machine cannot tell: such a rule must not keep the others from starting. */
  #nextDue(rule: DiscoveryRule, now: string): string | null {
    try {
      return dueAfter(rule, now);
    } catch (error) {
      this.#logger.error("a discovery rule is not due again until it is changed", { rule: rule.id, error: messageOf(error) });
      return null;
    }
  }
}
