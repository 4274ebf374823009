import type { CallContext } from "../contract/operations/operation.ts";
import { holds } from "../contract/access/principal.ts";
import { TextFile } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Device, DeviceFilter } from "../devices/device.ts";
import type { DeviceService } from "../devices/device-service.ts";
import { AnsibleHostNames, ansibleInventory } from "./ansible-inventory.ts";
import { targetGroupOf } from "./target-group.ts";

/** Names that one statement reads. */
const NAMES_TOGETHER = 2000;

export const EXPORTS = serviceToken<ExportService>("exports");

/** Devices as other programs read them. */
export class ExportService {
  readonly #storage: OpenStorage;
  readonly #devices: DeviceService;

  constructor(storage: OpenStorage, devices: DeviceService) {
    this.#storage = storage;
    this.#devices = devices;
  }

  /** A JSON array of target groups, one for each device with an address. @param port for addresses without a port of their own */
  async httpSd(filter: DeviceFilter, port: number | undefined, call: CallContext): Promise<TextFile> {
    const names = await this.#datacenterNames(call);
    return new TextFile(
      "application/json",
      "http_sd.json",
      targets((await this.#devices.list(filter, call.signal)).records(), port, names),
    );
  }

  /** An inventory of Ansible. */
  async ansible(filter: DeviceFilter, call: CallContext): Promise<TextFile> {
    const names = await this.#datacenterNames(call);
    const hosts = await this.#hostNames(call.signal);
    return new TextFile(
      "application/json",
      "ansible.json",
      ansibleInventory((await this.#devices.list(filter, call.signal)).records(), hosts, (id) => names.get(id)),
    );
  }

  /** Of all devices, so that the name of a host does not depend on the filter. */
  async #hostNames(signal: AbortSignal | undefined): Promise<AnsibleHostNames> {
    const hosts = new AnsibleHostNames();
    for (let after: readonly string[] = ["", ""]; ;) {
      signal?.throwIfAborted();
      const rows = await this.#storage.read.all<{ readonly id: string; readonly name: string }>(
        `select name, id from device where (name, id) > (?, ?) order by name, id limit ${NAMES_TOGETHER}`,
        after,
      );
      for (const { name } of rows) hosts.add(name);
      const last = rows.at(-1);
      if (last === undefined || rows.length < NAMES_TOGETHER) return hosts;
      after = [last.name, last.id];
    }
  }

  /** By their ids; none for a caller who may not list them. */
  async #datacenterNames({ principal }: CallContext): Promise<ReadonlyMap<string, string>> {
    if (!holds(principal, "datacenter:list")) return new Map();
    const rows = await this.#storage.read.all<{ id: string; name: string }>("select id, name from datacenter");
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}

async function* targets(
  devices: AsyncIterable<Device>,
  port: number | undefined,
  names: ReadonlyMap<string, string>,
): AsyncGenerator<string> {
  let separator = "[";
  for await (const device of devices) {
    const group = targetGroupOf(device, { port, datacenter: names.get(device.datacenter_id ?? "") });
    if (group === undefined) continue;
    yield `${separator}\n${JSON.stringify(group)}`;
    separator = ",";
  }
  yield separator === "[" ? "[]\n" : "\n]\n";
}
