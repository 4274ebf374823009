import { printable } from "@cadastre/inventory-core/scanning";
import type { Neighbour } from "./neighbour.ts";
import { CDP } from "./object-ids.ts";
import { ipOf, macOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

const CAPABILITIES_OCTETS = 4;
/** Router, both kinds of bridge, switch, repeater. */
const PASSES_ON = 0x01 | 0x02 | 0x04 | 0x08 | 0x40;
const TELEPHONE = 0x80;
/** Access points and hypervisors say that they are switches: what is behind them is connected there. */
const EDGE_PLATFORM = /\bAIR-|\bC91\d\dAX|^VMware/i;

interface Draft {
  readonly ifIndex: number;
  readonly addresses: Set<string>;
  id?: Buffer;
  port?: string;
  platform?: string;
  name?: string;
  capabilities?: number;
}

/**
 * Devices that are heard by the protocol of Cisco, which others speak too.
 * @param into takes what was read, also of tables that are not read to their end
 * @throws SnmpFailure
 */
export async function readCdpNeighbours(reading: Reading, into: Neighbour[]): Promise<void> {
  const drafts = new Map<string, Draft>();
  const read = async (column: string, take: (draft: Draft, value: Buffer) => void): Promise<void> => {
    for await (const { index, value } of walkColumn(reading, column)) {
      const [ifIndex, number] = index;
      if (index.length !== 2 || ifIndex === undefined || !Buffer.isBuffer(value)) continue;
      const key = `${ifIndex}.${number}`;
      const draft = drafts.get(key) ?? { ifIndex, addresses: new Set<string>() };
      drafts.set(key, draft);
      take(draft, value);
    }
  };
  const addAddress = ({ addresses }: Draft, value: Buffer): void => {
    const ip = ipOf(value);
    if (ip !== undefined && !ip.startsWith("0.")) addresses.add(ip);
  };
  try {
    await read(CDP.deviceId, (draft, value) => (draft.id = value));
    // Who hears nobody is asked for no more.
    if (drafts.size === 0) return;
    await read(CDP.port, (draft, value) => (draft.port = printable(value)));
    await read(CDP.platform, (draft, value) => (draft.platform = printable(value)));
    await read(CDP.capabilities, (draft, value) => (draft.capabilities = capabilitiesOf(value)));
    await read(CDP.name, (draft, value) => (draft.name = printable(value)));
    await read(CDP.address, addAddress);
    await read(CDP.managementAddress, addAddress);
  } finally {
    for (const draft of drafts.values()) into.push(neighbourOf(draft));
  }
}

function neighbourOf({
  ifIndex,
  addresses,
  id = Buffer.alloc(0),
  port = "",
  platform = "",
  name = "",
  capabilities = 0,
}: Draft): Neighbour {
  const mac = macOf(id);
  // Nexus writes the serial number behind the name.
  const idText = mac === undefined ? printable(id).replace(/\([^()]*\)$/, "") : "";
  return {
    localPort: ifIndex,
    ifIndex,
    name: name || idText,
    port,
    macs: mac === undefined ? [] : [mac],
    addresses: [...addresses],
    isSwitch: (capabilities & PASSES_ON) !== 0 && (capabilities & TELEPHONE) === 0 && !EDGE_PLATFORM.test(platform),
  };
}

/** Four octets, which ProCurve writes as a number in text. */
function capabilitiesOf(octets: Buffer): number {
  if (octets.length === CAPABILITIES_OCTETS) return octets.readUInt32BE();
  return Number.parseInt(octets.toString("latin1"), 10) || 0;
}
