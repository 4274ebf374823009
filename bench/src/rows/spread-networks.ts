import { newId } from "@cadastre/inventory-core";
import { shuffled } from "../measure.ts";
import type { Value } from "../raw/raw-database.ts";
import type { Subject } from "../subject.ts";
import { type Base, ipAt, keyAt } from "./address-text.ts";
import { TABLES } from "./tables.ts";

/** Prefix length of the networks that are loaded, and how many addresses each has. */
const LENGTH = 26;
const SIZE = 64;

/** Of how many places of its size a network is at one: what is between them is in pieces, as after random deletes. */
const SPREAD = 2.6;

/** Rows that are inserted together. */
const CHUNK = 5000;

/** The row of a network that the product made. */
type Template = Readonly<Record<string, Value>> & { readonly id: string; readonly subnet: string; readonly doc: string };

/** The row of a network as the product makes it, at another place. */
function rowAt(template: Template, base: Base, offset: number): Value[] {
  const [id, subnet] = [newId(), `${ipAt(base, offset)}/${LENGTH}`];
  const first = keyAt(base, offset);
  const own: Readonly<Record<string, Value>> = {
    id,
    subnet,
    first_key: first,
    last_key: keyAt(base, offset + SIZE - 1),
    cidr_key: `${first}/0${LENGTH}`,
    doc: template.doc.replace(template.id, id).replace(template.subnet, subnet),
  };
  return (TABLES["network"] ?? []).map(([column]) => own[column] ?? template[column] ?? null);
}

/**
 * Loads so many /26 at random places of a network, without the product. What it keeps of them is worked out when the next network comes.
 * @returns the id of the network
 */
export async function loadChildren({ inventory, raw }: Subject, base: Base, count: number): Promise<string> {
  const parent = await inventory.networks.create({ name: `${count} networks`, subnet: `${ipAt(base, 0)}/8` });
  const first = await inventory.networks.create({ name: "first", subnet: `${ipAt(base, 0)}/${LENGTH}` });
  const template = (await raw.get("select * from network where id = ?", [first.id])) as unknown as Template;
  const places = shuffled(Array.from({ length: Math.floor(count * SPREAD) }, (_, at) => at + 2)).slice(0, count);
  await raw.transaction(async () => {
    for (let at = 0; at < count; at += CHUNK)
      await raw.insert(
        "network",
        places.slice(at, at + CHUNK).map((place) => rowAt(template, base, place * SIZE)),
      );
    await raw.run("update network set child_count = child_count + ?, blocks_kept = 0 where id = ?", [count, parent.id]);
    await raw.run("delete from free_block where network_id = ?", [parent.id]);
  });
  await inventory.networks.create({ name: "last", subnet: `${ipAt(base, SIZE)}/${LENGTH}` });
  return parent.id;
}
