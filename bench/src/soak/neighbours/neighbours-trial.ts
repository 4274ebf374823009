import { startHost } from "../../http/host.ts";
import { residentMb } from "../../http/process-usage.ts";
import { postgresqlEngine } from "../../postgresql-engine.ts";
import { deviceIds, devicePlace, loadDevices } from "../../rows/place.ts";
import { sqliteEngine } from "../../sqlite-engine.ts";
import { makeAccount } from "./accounts.ts";
import { Attackers, type AttackersTask } from "./attackers.ts";
import { type AttackPlace, type AttackReport, attacksOn } from "./attacks.ts";
import { Victim, type VictimReading } from "./victim.ts";

export interface NeighboursTrialOptions {
  readonly storage: "sqlite" | "postgresql";
  readonly devices: number;
  /** Of each attack. */
  readonly phaseMs: number;
  /** p99 of the victim beside an attack over its p99 alone; undefined: times are told, and not judged. */
  readonly maxSlowdown?: number;
  readonly report: (line: string) => void;
}

export interface NeighboursTrialResult {
  readonly alone: VictimReading;
  readonly attacks: Readonly<Record<string, VictimReading & { readonly memoryMb: number; readonly attackers: AttackReport["statuses"] }>>;
  readonly violations: readonly string[];
}

/** The office that victim and attackers share. */
const ADDRESS = "198.51.100.7";
/** Memory of the second round over that of the first. */
const MEMORY_SLACK = 1.25;
const MEMORY_SLACK_MB = 64;

const SETTINGS = {
  TRUSTED_PROXIES: "127.0.0.1",
  RATE_LIMIT_ENABLED: "true",
  RATE_LIMIT_REQUESTS: "20000",
  RATE_LIMIT_WINDOW: "60s",
  LOGIN_RATE_LIMIT_REQUESTS: "100",
  LOGIN_RATE_LIMIT_WINDOW: "60s",
  BCRYPT_COST: "10",
  DISCOVERY_ENABLED: "false",
  LOG_LEVEL: "error",
};

/**
 * A user does ordinary work beside attackers of every kind, each within its own limits: none of the user's requests may fail,
 * and none may take long because of them; a second round of all attacks needs no more memory than the first.
 */
export async function neighboursTrial({
  storage,
  devices,
  phaseMs,
  maxSlowdown,
  report,
}: NeighboursTrialOptions): Promise<NeighboursTrialResult> {
  const engine = storage === "sqlite" ? await sqliteEngine() : await postgresqlEngine();
  const subject = await engine.open();
  try {
    const place = await devicePlace(subject.inventory, 10);
    await loadDevices(subject, place, devices, false);
    await subject.settle();
    const own = await subject.inventory.networks.create({ name: "victim's", subnet: "172.16.0.0/24" });
    const pool = await subject.inventory.pools.create(own.id, { name: "victim's", start_ip: "172.16.0.10", end_ip: "172.16.0.250" });
    const [deviceId = ""] = await deviceIds(subject.raw, 1);
    const host = await startHost(subject.url, SETTINGS);
    try {
      const victimAccount = await makeAccount(host, "victim", "operator");
      const victim = new Victim(host.url, victimAccount, ADDRESS, { deviceId, networkId: own.id, poolId: pool.id });
      const attackPlace: AttackPlace = { url: host.url, address: ADDRESS, networkId: place.networkId };
      const signedIn = await victim.signIn();
      if (signedIn !== 200) throw new Error(`the victim cannot sign in: ${signedIn}`);
      await victim.work(Math.min(phaseMs, 2000));
      const alone = await victim.work(phaseMs);
      report(`alone: p50 ${alone.p50Ms} ms, p99 ${alone.p99Ms} ms, longest sign-in ${alone.signInMs ?? "-"} ms`);
      const violations = wrongOf("alone", alone);
      const found: Record<string, NeighboursTrialResult["attacks"][string]> = {};
      const rounds: number[] = [];
      for (const round of [1, 2]) {
        let most = 0;
        for (const [index, attack] of attacksOn(victimAccount).entries()) {
          // An administrator, who may do everything that an attack asks for.
          const attacker = await makeAccount(host, `attacker${round}x${index}`, "admin");
          const { reading, attackers } = await beside(
            victim,
            { attack: index, victim: victimAccount, attacker, place: attackPlace },
            phaseMs,
          );
          const memoryMb = Math.round(residentMb(host.pid));
          most = Math.max(most, memoryMb);
          report(
            `${attack.name} (${round}): p99 ${reading.p99Ms} ms (${(reading.p99Ms / alone.p99Ms).toFixed(1)}×), longest sign-in ` +
              `${reading.signInMs ?? "-"} ms, ${memoryMb} MB, attackers ${JSON.stringify(attackers)}`,
          );
          violations.push(...wrongOf(attack.name, reading));
          if (maxSlowdown !== undefined && reading.p99Ms > alone.p99Ms * maxSlowdown)
            violations.push(`${attack.name}: p99 ${reading.p99Ms} ms against ${alone.p99Ms} ms alone`);
          found[`${attack.name} (${round})`] = { ...reading, memoryMb, attackers };
        }
        rounds.push(most);
      }
      const [first = 0, second = 0] = rounds;
      if (second > first * MEMORY_SLACK + MEMORY_SLACK_MB) violations.push(`memory grew from ${first} to ${second} MB`);
      victim.close();
      return { alone, attacks: found, violations };
    } finally {
      await host.stop();
    }
  } finally {
    await subject.close();
    await engine.close();
  }
}

async function beside(
  victim: Victim,
  task: AttackersTask,
  phaseMs: number,
): Promise<{ readonly reading: VictimReading; readonly attackers: AttackReport["statuses"] }> {
  const attackers = new Attackers(task);
  try {
    await attackers.begun();
    return { reading: await victim.work(phaseMs), attackers: (await attackers.stop()).statuses };
  } finally {
    attackers.kill();
  }
}

const wrongOf = (phase: string, { wrong }: VictimReading): string[] =>
  Object.entries(wrong).map(([what, times]) => `${phase}: the victim got ${what}, ${times} times`);
