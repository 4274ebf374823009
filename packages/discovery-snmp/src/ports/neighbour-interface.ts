import { printable } from "@cadastre/inventory-core/scanning";
import type { DeviceTables } from "../tables/device-tables.ts";
import type { Neighbour } from "../tables/neighbour.ts";
import { macOf } from "../tables/octets.ts";

const ALIAS = 1;
const MAC = 3;

/** Interfaces of a device by what its LLDP ports may be called; null for a text that several have. */
interface NamedInterfaces {
  readonly byMac: ReadonlyMap<string, number | null>;
  readonly byAlias: ReadonlyMap<string, number | null>;
  readonly byName: ReadonlyMap<string, number | null>;
}

const named = new WeakMap<DeviceTables["interfaces"], NamedInterfaces>();

/** A device may have thousands of interfaces and as many neighbours: interfaces are looked through once. */
function namedInterfaces(interfaces: DeviceTables["interfaces"]): NamedInterfaces {
  const known = named.get(interfaces);
  if (known !== undefined) return known;
  const [byMac, byAlias, byName] = [new Map<string, number | null>(), new Map<string, number | null>(), new Map<string, number | null>()];
  const add = (index: Map<string, number | null>, text: string | undefined, ifIndex: number): void => {
    if (text !== undefined && text !== "") index.set(text, index.has(text) ? null : ifIndex);
  };
  for (const [ifIndex, { name, alias, description, mac }] of interfaces) {
    add(byMac, mac, ifIndex);
    add(byAlias, alias, ifIndex);
    for (const text of new Set([name, description])) add(byName, text, ifIndex);
  }
  const all = { byMac, byAlias, byName };
  named.set(interfaces, all);
  return all;
}

/** ifIndex of a local port of LLDP, which devices name as they like; undefined where nothing says which it is. */
function interfaceOfLldpPort({ interfaces, lldpPorts, bridgePorts }: DeviceTables, port: number): number | undefined {
  const told = lldpPorts.get(port);
  if (told !== undefined) {
    const { byMac, byAlias, byName } = namedInterfaces(interfaces);
    const text = told.kind === MAC ? macOf(told.id) : printable(told.id);
    const only = (told.kind === MAC ? byMac : told.kind === ALIAS ? byAlias : byName).get(text ?? "");
    if (only !== undefined && only !== null) return only;
  }
  return bridgePorts.get(port) ?? (interfaces.has(port) ? port : undefined);
}

/** ifIndex of the interface at which a neighbour is heard; undefined where nothing says which it is. */
export const interfaceOfNeighbour = (tables: DeviceTables, { ifIndex, localPort }: Neighbour): number | undefined =>
  ifIndex ?? interfaceOfLldpPort(tables, localPort);

/** The interface at which a bridge hears what a member of an aggregate does. */
export const bridgedInterface = ({ aggregates }: DeviceTables, ifIndex: number): number => aggregates.get(ifIndex) ?? ifIndex;
