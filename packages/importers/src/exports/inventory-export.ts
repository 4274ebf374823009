import { AnsibleHostNames, ansibleInventory, targetGroupOf } from "@cadastre/inventory-core/exchange";
import type { ExportOptions, ExportRecords } from "./export-records.ts";
import { jsonList } from "./json-export.ts";

/** Devices as targets of Prometheus, a JSON array as `http_sd_config` reads it. */
export async function* httpSdExport(records: ExportRecords, { port }: ExportOptions): AsyncGenerator<string> {
  const names = await datacenterNames(records);
  yield* jsonList(
    (async function* () {
      for await (const device of records.device()) {
        const group = targetGroupOf(device, { port, datacenter: names.get(device.datacenter_id ?? "") });
        if (group !== undefined) yield group;
      }
    })(),
  );
  yield "\n";
}

/** Devices as an inventory of Ansible. They are read twice: the name of a host depends on those of all others. */
export async function* ansibleExport(records: ExportRecords): AsyncGenerator<string> {
  const names = await datacenterNames(records);
  const hosts = new AnsibleHostNames();
  for await (const { name } of records.device()) hosts.add(name);
  yield* ansibleInventory(records.device(), hosts, (id) => names.get(id));
}

async function datacenterNames(records: ExportRecords): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for await (const { id, name } of records.datacenter()) names.set(id, name);
  return names;
}
