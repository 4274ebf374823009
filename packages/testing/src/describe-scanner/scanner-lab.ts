import type { ScanLimits, Scanner, ScanPlan, ScanReport, ScanTargets, ScanType } from "@cadastre/inventory-core";

/** Addresses that a suite may probe, and what is known of them. */
export interface ScannerNetwork {
  /** Subnet that holds the targets, canonical. */
  readonly subnet: string;
  readonly family: 4 | 6;
  /** Canonical addresses, each once. More than one lets more cases tell something. */
  readonly targets: readonly string[];
  /** Targets that every scan has to find. */
  readonly alive: readonly string[];
  /** Targets where nothing is, so that no scan may find them. */
  readonly dead?: readonly string[];
  /** TCP ports that full and deep scans are asked to look at; none leaves them to the scanner. */
  readonly ports?: readonly number[];
  /** Those of `ports` that full and deep scans have to find open, by address. */
  readonly openPorts?: Readonly<Record<string, readonly number[]>>;
}

/** What a suite needs of a scanner: something that it may look at. */
export interface ScannerUnderTest {
  readonly scanner: Scanner;
  /** At least one for each family that the scanner declares. */
  readonly networks: readonly ScannerNetwork[];
  /** Ends what was started for the scanner to find. */
  readonly dispose?: () => Promise<void> | void;
}

/** One behaviour of the contract. It throws when the scanner does not behave. */
export interface ScannerCase {
  readonly group: string;
  readonly name: string;
  /** Runs only on scanners that have it. */
  readonly needs?: "neighbours";
  readonly run: (lab: ScannerLab) => Promise<void>;
}

/** A plan, and what is known of where it looks. */
export interface KnownPlan {
  readonly plan: ScanPlan;
  readonly network: ScannerNetwork;
}

const LIMITS: ScanLimits = { probesPerSecond: 3000, connections: 200, connectionsPerHost: 10, hostBudgetMs: 5000 };

/** A scanner under test, and the plans that it is asked to run. */
export class ScannerLab {
  readonly scanner: Scanner;
  readonly networks: readonly ScannerNetwork[];

  constructor({ scanner, networks }: ScannerUnderTest) {
    this.scanner = scanner;
    this.networks = networks;
  }

  /** A plan for each network and scan type that the scanner declares. */
  get plans(): readonly KnownPlan[] {
    const { families, scanTypes } = this.scanner.capabilities;
    return this.networks
      .filter(({ family }) => families.includes(family))
      .flatMap((network) => scanTypes.map((scanType) => ({ plan: planOf(network, scanType, network.targets), network })));
  }

  /** The plan with the least work: for cases that are about something else than what is seen. */
  get plan(): ScanPlan {
    const [first] = this.plans;
    if (first === undefined) throw new Error("give a network of a family that the scanner declares");
    return first.plan;
  }

  /** Runs a plan to its end. */
  async scan(plan: ScanPlan, signal: AbortSignal = new AbortController().signal): Promise<ScanReport[]> {
    const reports: ScanReport[] = [];
    for await (const report of this.scanner.scan(plan, { signal })) reports.push(report);
    return this.ended(reports, plan);
  }

  /** Reports of a whole scan. A witness ends no target: what it tells of counts as answered. */
  ended(reports: readonly ScanReport[], { targets }: ScanPlan): ScanReport[] {
    if (this.scanner.isWitness !== true) return [...reports];
    const told = new Set(reports.flatMap((report) => (report.kind === "observation" && report.evidence !== undefined ? [report.ip] : [])));
    return [
      ...reports,
      ...[...targets].map((ip): ScanReport => ({ kind: "host-done", ip, outcome: told.has(ip) ? "answered" : "silent" })),
    ];
  }
}

/** The same plan for some of its targets. */
export function planFor(plan: ScanPlan, targets: readonly string[]): ScanPlan {
  return { ...plan, targets: targetsOf(targets) };
}

/** Every other target of a plan: from the first one, and from the second one. */
export function halvesOf(plan: ScanPlan): readonly [ScanPlan, ScanPlan] {
  const all = [...plan.targets];
  return [
    planFor(
      plan,
      all.filter((_, index) => index % 2 === 0),
    ),
    planFor(
      plan,
      all.filter((_, index) => index % 2 === 1),
    ),
  ];
}

function planOf({ subnet, family, ports = [] }: ScannerNetwork, scanType: ScanType, targets: readonly string[]): ScanPlan {
  return { scanType, subnet, family, targets: targetsOf(targets), ports: scanType === "quick" ? [] : ports, limits: LIMITS };
}

function targetsOf(ips: readonly string[]): ScanTargets {
  const all = new Set(ips);
  return { size: all.size, has: (ip) => all.has(ip), [Symbol.iterator]: () => all.values() };
}
