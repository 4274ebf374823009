import { SnmpFailure } from "../session/snmp-failure.ts";
import { SnmpSession } from "../session/snmp-session.ts";
import type { SnmpCredentials, SnmpTarget } from "../session/snmp-target.ts";
import { type BridgeTable, readBridgePorts, readPlainBridgeTable } from "./bridge-table.ts";
import { BRIDGE, VLAN } from "./object-ids.ts";
import { numberOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

/** VLANs of one device that are asked for. */
const MAX_VLANS = 1000;
/** VLANs that may keep silent: each costs the time of a request. */
const MAX_SILENT_VLANS = 3;

const OPERATIONAL = 1;
const ETHERNET = 1;
/** Whoever asks for none gets its table. */
const DEFAULT_VLAN = 1;

/** Reasons why one VLAN is not told: it is not at this switch, or its context is not set up. */
const SILENCE: ReadonlySet<string> = new Set(["timeout", "refused", "malformed"]);

/**
 * Bridge tables of a Cisco device that has one for each VLAN: `community@10`, or the context `vlan-10`. VLANs of access ports come first;
 * a VLAN that is not told is left out, and after three of them no more are asked for.
 *
 * @param into takes what was read, also of tables that are not read to their end
 * @throws SnmpFailure
 */
export async function readVlanBridgeTables(reading: Reading, target: SnmpTarget, signal: AbortSignal, into: BridgeTable): Promise<void> {
  if (credentialsFor(target.credentials, DEFAULT_VLAN) === undefined) return;
  const vlans = await vlansOf(reading);
  const silences: SnmpFailure[] = [];
  for (const vlan of vlans) {
    const credentials = credentialsFor(target.credentials, vlan) as SnmpCredentials;
    using session = await SnmpSession.open({ ...target, credentials }, reading.budget, signal);
    try {
      const [port] = await session.after(BRIDGE.interfaceOfPort, 1);
      if (port?.oid.startsWith(`${BRIDGE.interfaceOfPort}.`) !== true) continue;
    } catch (error) {
      if (!(error instanceof SnmpFailure) || !SILENCE.has(error.reason)) throw error;
      if (silences.push(error) === MAX_SILENT_VLANS) throw error;
      continue;
    }
    const ports = new Map<number, number>();
    await readBridgePorts({ ...reading, session }, ports);
    await readPlainBridgeTable({ ...reading, session }, ports, into);
  }
}

/** What a device is asked with for a VLAN; undefined where it is asked for one context already. */
function credentialsFor(credentials: SnmpCredentials, vlan: number): SnmpCredentials | undefined {
  if (credentials.version === "2c")
    return credentials.community.includes("@") ? undefined : { ...credentials, community: `${credentials.community}@${vlan}` };
  return credentials.context === "" ? { ...credentials, context: `vlan-${vlan}` } : undefined;
}

/** VLANs of a device that tells of them, those of access ports first. */
async function vlansOf(reading: Reading): Promise<number[]> {
  const vlans = new Set<number>();
  for await (const { index, value } of walkColumn(reading, VLAN.state))
    if (index.length === 2 && numberOf(value) === OPERATIONAL) vlans.add(index[1] as number);
  if (vlans.size === 0) return [];
  for await (const { index, value } of walkColumn(reading, VLAN.kind)) if (numberOf(value) !== ETHERNET) vlans.delete(index[1] as number);
  vlans.delete(DEFAULT_VLAN);
  const ofAccessPorts = new Set<number>();
  for await (const { value } of walkColumn(reading, VLAN.ofAccessPort)) ofAccessPorts.add(numberOf(value) ?? 0);
  return [...new Set([...[...ofAccessPorts].filter((vlan) => vlans.has(vlan)), ...vlans])].slice(0, MAX_VLANS);
}
