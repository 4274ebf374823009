import { RELATIONSHIP_TYPES } from "@cadastre/inventory-core";
import type { FileDevice, FileRecord, InventoryFiles } from "./inventory-files.ts";
import { type Fields, isRefusal, type Target } from "./target.ts";

/** Something that the import could not take, or took and wonders about. */
export interface Remark {
  readonly kind: "not a type of ours" | "no such field" | "refused" | "left for later" | "look at this";
  /** Which record of the files. */
  readonly record: string;
  readonly reason: string;
}

export interface ImportResult {
  /** Ids that the service made, by kind and slug of the file. */
  readonly ids: Readonly<Record<"datacenter" | "network" | "pool" | "device", ReadonlyMap<string, string>>>;
  readonly relationships: number;
  readonly remarks: readonly Remark[];
}

type Kind = keyof ImportResult["ids"];

const RELATIONSHIP_NAMES: readonly string[] = RELATIONSHIP_TYPES.map(({ name }) => name);

/** The fields of each kind that the service keeps. `id` is the file's slug: the service makes its own. */
const KNOWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  datacenter: ["id", "name", "location", "description"],
  network: ["id", "name", "subnet", "vlan_id", "datacenter_id", "description"],
  pool: ["id", "network_id", "name", "start_ip", "end_ip", "description", "tags"],
  device: "id name hostname description make_model os datacenter_id username location status tags addresses domains".split(" "),
  address: ["ip", "port", "type", "label", "network_id", "switch_port", "pool_id"],
  relationship: ["parent_id", "child_id", "type"],
};

/** Loads the files into a target, parents first, and tells what it could not take: nothing is dropped in silence. */
export async function importInventory(files: InventoryFiles, target: Target): Promise<ImportResult> {
  const ids = {
    datacenter: new Map<string, string>(),
    network: new Map<string, string>(),
    pool: new Map<string, string>(),
    device: new Map<string, string>(),
  };
  const remarks: Remark[] = [];
  const remark = (kind: Remark["kind"], record: string, reason: string): void => void remarks.push({ kind, record, reason });

  const checkFields = (kind: string, record: string, fields: FileRecord): void => {
    const unknown = Object.keys(fields).filter((field) => KNOWN_FIELDS[kind]?.includes(field) !== true);
    if (unknown.length > 0) remark("no such field", record, `${kind} has no ${unknown.join(", ")}: not kept`);
  };
  /** The id for a slug. One that was not imported is sent as it is, and the service refuses the record with a reason. */
  const idOf = (kind: Kind, slug: string | undefined): string | null => (slug === undefined ? null : (ids[kind].get(slug) ?? slug));
  const attempt = async <T>(record: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      remark("refused", record, `${error.code}: ${error.message} ${JSON.stringify(error.details ?? {})}`);
      return undefined;
    }
  };
  const load = async <T extends FileRecord & { readonly id: string }>(
    kind: Kind,
    records: readonly T[],
    create: (fields: T) => Promise<{ id: string }>,
  ): Promise<void> => {
    for (const record of records) {
      checkFields(kind, record.id, record);
      const made = await attempt(record.id, async () => await create(record));
      if (made !== undefined) ids[kind].set(record.id, made.id);
    }
  };

  await load("datacenter", files.datacenters, async ({ id: _, ...fields }) => await target.createDatacenter(fields));
  await load(
    "network",
    files.networks,
    async ({ id: _, ...fields }) => await target.createNetwork({ ...fields, datacenter_id: idOf("datacenter", fields.datacenter_id) }),
  );
  await load(
    "pool",
    files.pools,
    async ({ id: _, network_id: network, ...fields }) => await target.createPool(String(idOf("network", network)), fields),
  );

  const networks = new Map(files.networks.map((network) => [network.id, network]));
  const deviceFields = ({ id, ...fields }: FileDevice): Fields => ({
    ...fields,
    datacenter_id: idOf("datacenter", fields.datacenter_id),
    addresses: (fields.addresses ?? []).map((address) => {
      checkFields("address", id, address);
      const network = networks.get(address.network_id ?? "");
      if (network !== undefined && network.datacenter_id !== fields.datacenter_id) {
        remark("look at this", id, `is in ${fields.datacenter_id}, its address ${address.ip} in ${network.id} of ${network.datacenter_id}`);
      }
      return { ...address, network_id: idOf("network", address.network_id), pool_id: idOf("pool", address.pool_id) };
    }),
  });
  await load("device", files.devices, async (device) => await target.createDevice(deviceFields(device)));

  let relationships = 0;
  for (const relationship of files.relationships) {
    const { parent_id: parent, child_id: child, type } = relationship;
    const record = `${parent} ${type} ${child}`;
    if (!RELATIONSHIP_NAMES.includes(type)) {
      remark("not a type of ours", record, `relationships are ${RELATIONSHIP_NAMES.join(", ")}; not imported`);
      continue;
    }
    checkFields("relationship", record, relationship);
    const fields = { child_id: idOf("device", child), type };
    if ((await attempt(record, async () => await target.relate(String(idOf("device", parent)), fields))) !== undefined) relationships += 1;
  }
  for (const rule of files.discovery_rules) remark("left for later", `discovery rule of ${rule.network_id}`, "nothing is scanned");
  for (const webhook of files.webhooks) remark("left for later", `webhook ${webhook.id}`, "nothing is sent");
  return { ids, relationships, remarks };
}
