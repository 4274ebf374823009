import { printable } from "@cadastre/inventory-core/scanning";
import type { Neighbour } from "./neighbour.ts";
import { LLDP, LLDP_V2 } from "./object-ids.ts";
import { ipOf, macOf, numberOf, octetsOf } from "./octets.ts";
import { type Reading, walkColumn } from "./walk-column.ts";

const MAC_CHASSIS = 4;
const MAC_PORT = 3;
/** Bits of lldpRemSysCapEnabled, the first bit of the first octet being 0. */
const REPEATER = 1;
const BRIDGE = 2;
const ACCESS_POINT = 3;
const ROUTER = 4;
const TELEPHONE = 5;

/** Where a version of the tables has its rows. */
interface Version {
  readonly columns: Readonly<Record<Exclude<keyof typeof LLDP, "localPort" | "localPortKind">, string>>;
  /** Numbers that tell a neighbour: time, port and a number; the newer tables have the destination before that. */
  readonly keyLength: number;
  /** Whether ports are interfaces. */
  readonly isByInterface: boolean;
}

/** The second one (IEEE 802.1AB-2009) is in devices that have no other. */
const VERSIONS: readonly Version[] = [
  { columns: LLDP, keyLength: 3, isByInterface: false },
  { columns: LLDP_V2, keyLength: 4, isByInterface: true },
];

interface Draft {
  readonly localPort: number;
  readonly macs: Set<string>;
  readonly addresses: Set<string>;
  chassisKind?: number;
  portKind?: number;
  portId?: string;
  portDescription?: string;
  name?: string;
  capabilities?: Buffer;
}

/** What a local port is called, and of which kind that is. */
export interface LldpPort {
  readonly kind: number;
  readonly id: Buffer;
}

/** @param into takes what was read, also of tables that are not read to their end @throws SnmpFailure */
export async function readLldpNeighbours(reading: Reading, into: Neighbour[]): Promise<void> {
  for (const version of VERSIONS) {
    await readVersion(reading, version, into);
    if (into.length > 0) return;
  }
}

async function readVersion(reading: Reading, { columns, keyLength, isByInterface }: Version, into: Neighbour[]): Promise<void> {
  const drafts = new Map<string, Draft>();
  const read = async (column: string, take: (draft: Draft, value: Buffer | number) => void): Promise<void> => {
    for await (const { index, value } of walkColumn(reading, column)) {
      const [, localPort] = index;
      if (index.length !== keyLength || localPort === undefined || value === null || typeof value === "string") continue;
      const key = index.join(".");
      const draft = drafts.get(key) ?? { localPort, macs: new Set<string>(), addresses: new Set<string>() };
      drafts.set(key, draft);
      take(draft, value);
    }
  };
  const addMac = ({ macs }: Draft, value: Buffer | number): void => {
    const mac = macOf(octetsOf(value));
    if (mac !== undefined) macs.add(mac);
  };
  try {
    await read(columns.chassisKind, (draft, value) => (draft.chassisKind = numberOf(value) ?? 0));
    // Who hears nobody is asked for no more.
    if (drafts.size === 0) return;
    await read(columns.chassis, (draft, value) => draft.chassisKind === MAC_CHASSIS && addMac(draft, value));
    await read(columns.portKind, (draft, value) => (draft.portKind = numberOf(value) ?? 0));
    await read(columns.port, (draft, value) => {
      if (draft.portKind === MAC_PORT) addMac(draft, value);
      else draft.portId = printable(octetsOf(value));
    });
    await read(columns.portDescription, (draft, value) => (draft.portDescription = printable(octetsOf(value))));
    await read(columns.name, (draft, value) => (draft.name = printable(octetsOf(value))));
    await read(columns.capabilities, (draft, value) => (draft.capabilities = octetsOf(value)));
    for await (const { index } of walkColumn(reading, columns.managementInterface)) {
      const [, length, ...octets] = index.slice(keyLength);
      const ip = octets.length === length ? ipOf(octets) : undefined;
      if (ip !== undefined) drafts.get(index.slice(0, keyLength).join("."))?.addresses.add(ip);
    }
  } finally {
    for (const draft of drafts.values()) into.push({ ...neighbourOf(draft), ...(isByInterface ? { ifIndex: draft.localPort } : {}) });
  }
}

/** Local ports by their number. @throws SnmpFailure */
export async function readLldpPorts(reading: Reading, into: Map<number, LldpPort>): Promise<void> {
  const kinds = new Map<number, number>();
  for await (const { index, value } of walkColumn(reading, LLDP.localPortKind)) kinds.set(index[0] ?? 0, numberOf(value) ?? 0);
  for await (const { index, value } of walkColumn(reading, LLDP.localPort)) {
    const [port] = index;
    if (index.length === 1 && port !== undefined) into.set(port, { kind: kinds.get(port) ?? 0, id: octetsOf(value) });
  }
}

function neighbourOf({ localPort, macs, addresses, portId, portDescription, name = "", capabilities }: Draft): Neighbour {
  const can = (bit: number): boolean => ((capabilities?.[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  return {
    localPort,
    name,
    port: portId || portDescription || "",
    macs: [...macs],
    addresses: [...addresses],
    isSwitch: (can(BRIDGE) || can(ROUTER) || can(REPEATER)) && !can(TELEPHONE) && !can(ACCESS_POINT),
  };
}
