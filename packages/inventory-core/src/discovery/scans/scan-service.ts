import { networkErrors } from "../../networks/network.errors.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { Clock } from "../../contract/clock.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { JsonList, JsonText, Watch } from "../../contract/operations/result.ts";
import { agentOfNetwork, type ScanAffinity } from "../../contract/scanning/scan-affinity.ts";
import type { ScanType } from "../../contract/scanning/scanner.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import { type Draft, invalidField } from "../../contract/errors/validation.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import type { AddressKey } from "../../address/address-key.ts";
import { countKeys, type Run } from "../../address/runs.ts";
import { Documents } from "../../storage/documents.ts";
import { insertRow } from "../../storage/table.ts";
import { Where } from "../../storage/where.ts";
import { addressesIn } from "../../outbound/address-list.ts";
import { checkExclusions, type NetworkBounds } from "./exclusions.ts";
import { noSuch } from "../discovery.errors.ts";
import { isOver, type Scan, type ScanCreate, type ScanFilter } from "./scan.ts";
import { scanDocuments, type ScanRow, scanTable } from "./scan.entity.ts";
import type { ScanFence } from "../../outbound/address-fence.ts";
import { planScan, type ScannedNetwork, UnscannableNetwork } from "../running/scan-plan.ts";
import type { ScanRunner } from "../running/scan-runner.ts";
import { ScanWatch } from "./scan-watch.ts";

export const SCANS = serviceToken<ScanService>("scans");

/** A scan that is asked for. */
export interface ScanRequest {
  readonly networkId: string;
  readonly scanType: ScanType;
  readonly exclude: readonly Run[];
  /** TCP ports to look at; empty leaves them to the scanner. */
  readonly ports: readonly number[];
  /** Addresses that are known to be there, from {@link ScanRunner.heardIn}. */
  readonly neighbours: readonly AddressKey[];
  /** What is not scanned, from {@link ScanRunner.fence}. */
  readonly fence: ScanFence;
  readonly ruleId: string | null;
  /** Who runs it. */
  readonly affinity: ScanAffinity;
}

/** The rules of scans; running them is the runner's. */
export class ScanService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #runner: ScanRunner;
  readonly #affinity: ScanAffinity;
  readonly #documents: Documents<typeof Scan>;
  readonly #watch: ScanWatch;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, runner: ScanRunner, affinity: ScanAffinity) {
    this.#storage = storage;
    this.#affinity = affinity;
    this.#writes = writes;
    this.#runner = runner;
    this.#documents = new Documents(storage, scanDocuments, () => noSuch("scan"));
    this.#watch = new ScanWatch(clock, async (id) => await this.get(id));
  }

  /** Scans, newest first. */
  list(filter: ScanFilter, signal?: AbortSignal): JsonList<Scan> {
    const where = new Where();
    if (filter.network_id) where.add("t.network_id = ?", filter.network_id);
    if (filter.status) where.add("t.status = ?", filter.status);
    return this.#documents.list(where, "t.created_at desc, t.id desc", signal);
  }

  /** @throws NOT_FOUND */
  async get(id: string): Promise<JsonText<Scan>> {
    return await this.#documents.get(id);
  }

  /** @throws NOT_FOUND */
  async mustExist(id: string): Promise<void> {
    await this.#documents.mustExist(id);
  }

  /** @throws NETWORK_NOT_FOUND */
  async networkMustExist(networkId: string): Promise<void> {
    if ((await this.#storage.read.get("select 1 as one from network where id = ?", [networkId])) === undefined)
      throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
  }

  /** A scan as it is, and again whenever it changes, until it is over. Reading throws NOT_FOUND, and the reason of the signal. */
  watch(id: string, signal?: AbortSignal): Watch<Scan> {
    return this.#watch.of(id, signal);
  }

  /**
   * Has a network scanned. @throws NETWORK_NOT_FOUND, VALIDATION_ERROR when it is too large or what is excluded lies outside, FORBIDDEN for
   * addresses that this host does not scan (loopback, its own …), CONFLICT while another scan of it is pending or running, UNAVAILABLE
   * on a host without a scanner
   */
  async start(networkId: string, draft: Draft<ScanCreate>, call: CallContext): Promise<Scan> {
    const network = await this.#storage.read.get<NetworkBounds>("select subnet, first_key, last_key from network where id = ?", [
      networkId,
    ]);
    if (network === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
    checkExclusions(draft.problems, draft.fields.exclude_ips ?? "", network);
    const { scan_type: scanType, ports, exclude_ips: excluded } = draft.valid();
    const agentId = await agentOfNetwork(this.#affinity, this.#storage.read, networkId);
    if (agentId === null && !this.#runner.canScan)
      throw coreErrors.UNAVAILABLE({ reason: "this host has no scanner: add a scanner plugin" });
    const asked: ScanRequest = {
      networkId,
      scanType,
      exclude: addressesIn(excluded),
      ports: [...new Set(ports)],
      ...(await this.#runner.surroundings(networkId, agentId)),
      ruleId: null,
      affinity: this.#affinity,
    };
    const scan = await this.#writes.run(call, async (change) => await requestScan(change, asked));
    this.#runner.wake();
    return scan;
  }

  /** Ends a scan; what was seen stays. @throws NOT_FOUND, CONFLICT when it is over */
  async cancel(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const before = await lockScan(change, id);
      if (isOver(before)) throw coreErrors.CONFLICT({ reason: `the scan is ${before.status} already` });
      const after: Scan = {
        ...before,
        status: "cancelled",
        error_message: `cancelled by ${call.principal.username}`,
        completed_at: change.now,
        updated_at: change.now,
      };
      await change.run("update scan set status = ?, doc = ? where id = ?", [after.status, scanDocuments.write(after), id]);
      change.audit({ action: "cancel", resource: "scan", resourceId: id, before, after });
    });
    this.#runner.cancel(id);
  }

  /** Deletes a scan, and ends it if it is not over; what it saw stays. @throws NOT_FOUND */
  async delete(id: string, call: CallContext): Promise<void> {
    await this.#writes.run(call, async (change) => {
      const before = await lockScan(change, id);
      await change.run("delete from scan where id = ?", [id]);
      change.audit({ action: "delete", resource: "scan", resourceId: id, before });
    });
    this.#runner.cancel(id);
  }
}

async function lockScan(change: Change, id: string): Promise<Scan> {
  await change.lock({ on: "record", table: "scan", id });
  const row = await change.get<{ doc: string }>("select doc from scan where id = ?", [id]);
  if (row === undefined) throw noSuch("scan");
  return scanDocuments.read(row.doc);
}

/** Adds a pending scan. @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, FORBIDDEN, CONFLICT */
export async function requestScan(change: Change, { networkId, scanType, ruleId, affinity, ...asked }: ScanRequest): Promise<Scan> {
  await change.lock({ on: "topology", mode: "shared" }, { on: "name", name: "scan-claims" });
  const network = await change.get<ScannedNetwork>("select space, subnet, first_key, last_key, prefix_length from network where id = ?", [
    networkId,
  ]);
  if (network === undefined) throw networkErrors.NETWORK_NOT_FOUND({ id: networkId });
  const active = await change.get<{ id: string; status: string }>(
    "select id, status from scan where network_id = ? and status in ('pending', 'running')",
    [networkId],
  );
  if (active !== undefined) throw coreErrors.CONFLICT({ reason: `a scan of this network is ${active.status} already: ${active.id}` });
  const plan = await planScan(change, networkId, network, asked);
  if (plan instanceof UnscannableNetwork) throw invalidField("network_id", plan.reason);
  const scan: Scan = {
    id: change.newId(),
    network_id: networkId,
    status: "pending",
    scan_type: scanType,
    total_hosts: Number(countKeys(plan.runs)),
    scanned_hosts: 0,
    found_hosts: 0,
    progress_percent: 0,
    scanner: "",
    rule_id: ruleId,
    agent_id: await agentOfNetwork(affinity, change, networkId),
    error_message: "",
    coverage: { probed: 0, answered: 0, unreachable: 0, cut_short: 0, skipped: 0, excluded: plan.excluded, reasons: [], warnings: [] },
    started_at: null,
    completed_at: null,
    created_at: change.now,
    updated_at: change.now,
  };
  const { principal } = change.call;
  const row: ScanRow = {
    id: scan.id,
    network_id: networkId,
    rule_id: ruleId,
    status: scan.status,
    scan_type: scanType,
    plan: JSON.stringify(plan),
    done: "",
    skipped: "",
    lease: null,
    lease_until: null,
    attempts: 0,
    agent_id: scan.agent_id,
    batches: "",
    caller: principal.userId ?? principal.kind,
    claimed_at: null,
    created_at: scan.created_at,
    doc: scanDocuments.write(scan),
  };
  await insertRow(change, scanTable, row);
  change.audit({ action: "create", resource: "scan", resourceId: scan.id, after: scan });
  return scan;
}
