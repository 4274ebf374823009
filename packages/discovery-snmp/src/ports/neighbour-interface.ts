import { printable } from "@cadastre/inventory-core/scanning";
import type { DeviceTables } from "../tables/device-tables.ts";
import type { Neighbour } from "../tables/neighbour.ts";
import { macOf } from "../tables/octets.ts";

const ALIAS = 1;
const MAC = 3;

/** ifIndex of a local port of LLDP, which devices name as they like; undefined where nothing says which it is. */
function interfaceOfLldpPort({ interfaces, lldpPorts, bridgePorts }: DeviceTables, port: number): number | undefined {
  const told = lldpPorts.get(port);
  if (told !== undefined) {
    const text = told.kind === MAC ? macOf(told.id) : printable(told.id);
    const matching = [...interfaces].filter(([, { name, alias, description, mac }]) =>
      told.kind === MAC ? mac === text : told.kind === ALIAS ? alias === text : name === text || description === text,
    );
    const [only] = matching;
    if (only !== undefined && matching.length === 1 && text !== undefined && text !== "") return only[0];
  }
  return bridgePorts.get(port) ?? (interfaces.has(port) ? port : undefined);
}

/** ifIndex of the interface at which a neighbour is heard; undefined where nothing says which it is. */
export const interfaceOfNeighbour = (tables: DeviceTables, { ifIndex, localPort }: Neighbour): number | undefined =>
  ifIndex ?? interfaceOfLldpPort(tables, localPort);

/** The interface at which a bridge hears what a member of an aggregate does. */
export const bridgedInterface = ({ aggregates }: DeviceTables, ifIndex: number): number => aggregates.get(ifIndex) ?? ifIndex;
