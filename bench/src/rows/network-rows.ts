import type { Value } from "../raw/raw-database.ts";
import type { Subject } from "../subject.ts";
import { TABLES } from "./tables.ts";

/** Networks whose rows are in memory at the same time. */
const CHUNK = 5000;

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, "0");

/** A copy of a network with a subnet, a name and an id of its own. */
function networkRow(sample: Readonly<Record<string, Value>>, index: number, parent: string): Readonly<Record<string, Value>> {
  // 2001:1:0::/48 and so on: groups that need no digits before them.
  const [high, low] = [0x1000 + (index >> 12), 0x1000 + (index & 0xfff)];
  const key = `62001${hex(high, 4)}${hex(low, 4)}`;
  const own = {
    id: `${String(sample["id"]).slice(0, -12)}${hex(index, 12)}`,
    name: `lan-${hex(index, 6)}`,
    subnet: `2001:${hex(high, 4)}:${hex(low, 4)}::/48`,
  };
  const doc = ["id", "name", "subnet"].reduce(
    (text, field) => text.replace(`"${String(sample[field])}"`, `"${own[field as keyof typeof own]}"`),
    String(sample["doc"]),
  );
  const first = key.padEnd(33, "0");
  return {
    ...sample,
    ...own,
    name_key: own.name,
    search_text: String(sample["search_text"])
      .replaceAll(String(sample["name"]), own.name)
      .replaceAll(String(sample["subnet"]), own.subnet),
    first_key: first,
    last_key: key.padEnd(33, "f"),
    cidr_key: `${first}/048`,
    parent_id: parent,
    doc,
  };
}

/**
 * Loads so many /48 into 2001::/16, all children of one network, as copies of one that the product made.
 * @returns their ids
 */
export async function loadNetworks({ inventory, raw }: Subject, count: number, parent: string): Promise<string[]> {
  const sample = await inventory.networks.create({ name: "sample", subnet: "2001:ffff:ffff::/48" });
  const row = (await raw.get("select * from network where id = ?", [sample.id])) as Readonly<Record<string, Value>>;
  await inventory.networks.delete(sample.id);
  const columns = (TABLES["network"] ?? []).map(([name]) => name);
  const ids: string[] = [];
  await raw.transaction(async () => {
    for (let at = 0; at < count; at += CHUNK) {
      const rows = Array.from({ length: Math.min(CHUNK, count - at) }, (_, nth) => {
        const network = networkRow(row, at + nth, parent);
        ids.push(String(network["id"]));
        return columns.map((column) => network[column] as Value);
      });
      await raw.insert("network", rows);
    }
    await raw.run("update network set child_count = child_count + cast(? as integer) where id = ?", [count, parent]);
  });
  return ids;
}
