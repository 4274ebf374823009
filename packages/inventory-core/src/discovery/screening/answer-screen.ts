import { type Cidr, cidrOf, parseCidr } from "../../address/cidr.ts";
import { keyOfText, textOf } from "../../address/ip-address.ts";
import { keysOf } from "../../address/runs.ts";
import { specialRangeOf } from "../../address/special-ranges.ts";
import { type HostDone, type Observation, ScanReport, type ScanWarning } from "../../contract/scanning/scan-report.ts";
import type { ScanPlan } from "../../contract/scanning/scanner.ts";
import { ownAddresses } from "../../outbound/address-rule.ts";
import { isSwept } from "../running/scan-plan.ts";
import { ScanBits } from "../scans/scan-bits.ts";
import { ARP_EVIDENCE, HostAnswers } from "./host-answers.ts";
import { findSharedAnswers, MANY, NEARLY_ALL, type SharedAnswers } from "./shared-answers.ts";

const ADDRESS_BITS = { 4: 32, 6: 128 } as const;
/** Host bits of the blocks in which addresses are compared, of 256 addresses, and of the smallest network, of 4. */
const BLOCK_BITS = 8;
const MIN_HOST_BITS = 2;
/** An address with more reports is believed: it says too much to hold it back. */
const MAX_REPORTS = 200;
/** Addresses held back at most; above, blocks are judged by half of their addresses. */
const MAX_HELD = 16_384;
/** Blocks that are named in warnings. */
const MAX_WARNINGS = 10;

/** The reports of an address that is held back. */
interface Held {
  readonly answers: HostAnswers;
  readonly observations: Observation[];
  done?: HostDone;
}

/** Addresses that are compared with each other. */
interface Block {
  readonly cidr: Cidr;
  /** Number of its addresses that are compared. */
  readonly size: number;
  readonly held: Map<string, Held>;
  /** Addresses that are done, by the last eight bits. */
  readonly done: ScanBits;
  silent: number;
  /** Addresses by MAC address, held back or not. */
  readonly macs: Map<string, number>;
  /** Undefined until it is judged. */
  shared?: SharedAnswers;
}

/**
 * Holds back the reports of a scanner until it is certain that no other machine answers for their addresses
 * (docs/spec/discovery.md#one-machine-that-answers-for-others). All scanners report through it, at servers and at other sites.
 */
export class AnswerScreen {
  readonly #plan: Pick<ScanPlan, "subnet" | "targets">;
  readonly #cidr: Cidr | undefined;
  readonly #own: ReadonlySet<string>;
  readonly #blocks = new Map<string, Block>();
  #held = 0;
  #warnings = 0;

  /** @param own addresses of the machine that scans; they are never held back */
  constructor(plan: Pick<ScanPlan, "subnet" | "targets">, own: readonly string[] = ownAddresses()) {
    const parsed = parseCidr(plan.subnet);
    this.#plan = plan;
    this.#cidr = parsed.ok && hasComparedAddresses(parsed.cidr) ? parsed.cidr : undefined;
    this.#own = new Set(own);
  }

  /** @returns the reports that can be passed on now: those it was given, earlier ones, and warnings */
  take(told: unknown): readonly unknown[] {
    const { data: report } = ScanReport.safeParse(told);
    if (report === undefined || (report.kind !== "observation" && report.kind !== "host-done")) return [told];
    const block = this.#blockOf(report.ip);
    if (block === undefined) return [passed(report)];
    return report.kind === "observation" ? this.#observe(block, report) : this.#finish(block, report);
  }

  /**
   * Judges the addresses that are still held back.
   * @param isInterrupted whether the scan ended early: addresses without a report are not silent then
   */
  end(isInterrupted: boolean): readonly ScanReport[] {
    return [...this.#blocks.values()].flatMap((block) => {
      const { shared } = block;
      if (shared !== undefined)
        return [...block.held.values()].flatMap((held) => this.#release(block, held, shared.isShared(held.answers)));
      if (block.held.size === 0) return [];
      const reported = block.done.count + [...block.held.values()].filter(({ done }) => done === undefined).length;
      const silent = isInterrupted && reported * 2 >= block.size ? block.silent : block.size - reported + block.silent;
      return this.#judge(block, silent);
    });
  }

  #observe(block: Block, seen: Observation): readonly ScanReport[] {
    let held = block.held.get(seen.ip);
    if (held === undefined) {
      block.held.set(seen.ip, (held = { answers: new HostAnswers(seen.ip), observations: [] }));
      this.#held += 1;
    }
    const before = held.answers.macAddress;
    held.answers.add(seen);
    held.observations.push(seen);
    const mac = held.answers.macAddress;
    if (before === undefined && mac !== undefined) block.macs.set(mac, (block.macs.get(mac) ?? 0) + 1);
    return held.observations.length > MAX_REPORTS ? this.#release(block, held, false) : [];
  }

  #finish(block: Block, done: HostDone): readonly ScanReport[] {
    const held = block.held.get(done.ip);
    if (!block.done.set(Number.parseInt(keyOfText(done.ip).slice(-BLOCK_BITS / 4), 16))) return held === undefined ? [done] : [];
    if (held === undefined) block.silent += 1;
    else held.done = done;
    return [...(held === undefined ? [done] : []), ...this.#releaseDone(block, held)];
  }

  /** @param held the address that was done last, if it answered */
  #releaseDone(block: Block, held: Held | undefined): ScanReport[] {
    if (block.shared !== undefined) return held === undefined ? [] : this.#release(block, held, block.shared.isShared(held.answers));
    if (block.done.count >= block.size) return this.#judge(block, block.silent);
    return this.#held > MAX_HELD ? this.#judgeHalves() : this.#releaseCertain(block);
  }

  /** Releases addresses that are machines of their own whatever the others answer. */
  #releaseCertain(block: Block): ScanReport[] {
    // More silent addresses than a rule of nearly all allows.
    if (block.size - block.silent >= NEARLY_ALL * block.size) return [];
    const open = block.size - block.done.count;
    const isOpen = ({ answers: { hasAnswered, macAddress } }: Held): boolean => {
      if (macAddress === undefined) return false;
      const count = block.macs.get(macAddress) ?? 0;
      return count + open >= MANY && (!hasAnswered || count > 1);
    };
    return [...block.held.values()].flatMap((held) => (held.done === undefined || isOpen(held) ? [] : this.#release(block, held, false)));
  }

  #judgeHalves(): ScanReport[] {
    return [...this.#blocks.values()].flatMap((block) =>
      block.shared === undefined && block.done.count * 2 >= block.size ? this.#judge(block, block.silent) : [],
    );
  }

  #judge(block: Block, silent: number): ScanReport[] {
    const all = [...block.held.values()];
    const shared = findSharedAnswers(
      all.map(({ answers }) => answers),
      silent,
    );
    block.shared = shared;
    return [...this.#warningsOf(block, shared), ...all.flatMap((held) => this.#release(block, held, shared.isShared(held.answers)))];
  }

  #release(block: Block, { answers, observations, done }: Held, isShared: boolean): ScanReport[] {
    const { ip, macAddress = "" } = answers;
    if (block.held.delete(ip)) this.#held -= 1;
    if (isShared) return done === undefined ? [] : [{ kind: "host-done", ip, outcome: "silent", isShared: true }];
    const isProxied = block.shared?.proxies.has(macAddress) === true;
    const seen = isProxied ? observations.flatMap(withoutProxy) : observations;
    return [...seen.map(passed), ...(done === undefined ? [] : [done])];
  }

  #warningsOf({ cidr }: Block, { proxies, alike }: SharedAnswers): ScanWarning[] {
    const told: ScanWarning[] = [...proxies].map(([mac, count]) => ({
      kind: "warning",
      code: "PROXY_ARP",
      message: `${mac} answers for ${count} addresses of ${cidr.text} (proxy ARP): addresses without other evidence are not reported`,
    }));
    if (alike > 0)
      told.push({
        kind: "warning",
        code: "MIDDLEBOX",
        message:
          `${alike} addresses of ${cidr.text} answer alike: one machine probably answers for them, such as a firewall, proxy or load ` +
          `balancer; addresses without other evidence are not reported`,
      });
    const kept = told.slice(0, Math.max(0, MAX_WARNINGS - this.#warnings));
    this.#warnings += kept.length;
    return kept;
  }

  /** Undefined for an address that is compared with no other. */
  #blockOf(ip: string): Block | undefined {
    if (this.#cidr === undefined || !this.#plan.targets.has(ip) || this.#own.has(ip)) return undefined;
    const key = keyOfText(ip);
    const name = key.slice(0, -BLOCK_BITS / 4);
    let block = this.#blocks.get(name);
    if (block === undefined) {
      const cidr = cidrOf(key, Math.max(this.#cidr.prefixLength, ADDRESS_BITS[this.#cidr.family] - BLOCK_BITS));
      const all = [...keysOf({ lo: cidr.first, hi: cidr.last })].map(textOf).filter((each) => !this.#own.has(each));
      const targets = all.filter((each) => this.#plan.targets.has(each)).length;
      // A scan that goes on after a crash may have few targets left, and most of them hosts: the others count as silent.
      const size = targets * 2 < all.length ? all.length : targets;
      block = { cidr, size, held: new Map(), done: new ScanBits(2 ** BLOCK_BITS), silent: 0, macs: new Map() };
      this.#blocks.set(name, block);
    }
    return block;
  }
}

/** Whether the addresses of a network are compared: all of them are probed, they are four at least, and not all of this machine itself. */
const hasComparedAddresses = ({ family, first, prefixLength }: Cidr): boolean =>
  isSwept({ first_key: first, prefix_length: prefixLength }) &&
  ADDRESS_BITS[family] - prefixLength >= MIN_HOST_BITS &&
  specialRangeOf(textOf(first))?.range.kind !== "loopback";

/** A report as it is passed on: what is only compared is left out. */
function passed<Report extends Observation | HostDone>(report: Report): Report {
  if (report.kind !== "observation" || report.acceptedPorts === undefined) return report;
  const { acceptedPorts: _, ...rest } = report;
  return rest as Report;
}

/** An observation of an address behind a proxy, without what the proxy says. */
function withoutProxy({ macAddress, vendor: _, ...seen }: Observation): readonly Observation[] {
  if (macAddress === undefined) return [seen];
  return seen.evidence !== undefined && ARP_EVIDENCE.has(seen.evidence) ? [] : [{ ...seen, doubt: "proxy-arp" }];
}
