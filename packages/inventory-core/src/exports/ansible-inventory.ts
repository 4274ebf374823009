import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { isRecordId } from "../contract/new-id.ts";
import type { Device } from "../devices/device.ts";
import { distinctNames } from "./distinct-names.ts";
import { mainAddress } from "./target-group.ts";

/** Hosts of a group that are written at once. */
const HOSTS_PER_PIECE = 1000;

/** What Ansible takes from an inventory script with `--list`. */
export const AnsibleInventory = z
  .looseObject({
    _meta: z.object({ hostvars: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    all: z.object({ children: z.array(z.string()) }),
  })
  .meta({ id: "AnsibleInventory", description: "Hosts with their variables in _meta.hostvars, and groups by status, datacenter and tag" });

/** What a group is made of. */
const GROUP_KINDS = ["status", "datacenter", "tag"] as const;

/** Names of groups have letters, digits and underscores (Ansible warns of others). The part before the first underscore is the kind. */
const groupName = (name: string): string => name.replaceAll(/[^A-Za-z0-9_]/g, "_");

/**
 * A text that Ansible takes as it stands. It evaluates every other string that a variable holds, on the controller:
 * `{{ lookup('pipe', 'id') }}` as a location would run there.
 */
const unsafe = (text: string): { readonly __ansible_unsafe: string } => ({ __ansible_unsafe: text });

/** Users of POSIX systems, of domains (`DOMAIN\name`, `name@domain`) and machines (`name$`); never an option of ssh, never a template. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.@\\+-]{0,127}\$?$/;

/** Ansible evaluates the names of hosts, too, and reads `:`, `,`, `!`, `&`, `*`, `[` and `~` in them as patterns. */
const hostName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}\p{M}._-]/gu, "_").replace(/^-/, "_");

/** Hosts and groups that Ansible has by itself. */
const RESERVED: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "all", "ungrouped", "_meta"]);

/** Names that groups of this inventory may have. */
const GROUP = new RegExp(`^(${GROUP_KINDS.join("|")})_`);

/** Returns true for a name that ends as that of a host with its id does. */
const hasId = (host: string): boolean => host.at(-37) === "_" && isRecordId(host.slice(-36));

/** Names hosts: like their devices, and with the id of the device where the name is reserved or several devices share it. */
export class AnsibleHostNames {
  readonly #counts = new Map<string, number>();

  /** Counts the name of a device. All devices are counted before the first one is named. */
  add(name: string): void {
    const host = hostName(name);
    this.#counts.set(host, (this.#counts.get(host) ?? 0) + 1);
  }

  /** Returns the name of a device's host. */
  of({ id, name }: Pick<Device, "id" | "name">): string {
    const host = hostName(name);
    // A device that was created since the names were counted has no count.
    const isAlone = this.#counts.get(host) === 1;
    if (GROUP.test(host)) return `host_${host}_${id}`;
    return isAlone && !RESERVED.has(host) && !hasId(host) ? host : `${host}_${id}`;
  }
}

/**
 * Devices as an inventory of Ansible, as JSON text in pieces. Texts of records are marked as unsafe, so that Ansible evaluates nothing of
 * them; a host is called by the name of its device, with underscores for all but letters, digits, dots and hyphens. Memory holds the names
 * of the hosts and of their groups.
 * @param names of all devices
 * @param datacenterName the name of a datacenter by its id
 */
export async function* ansibleInventory(
  devices: AsyncIterable<Device>,
  names: AnsibleHostNames,
  datacenterName: (id: string) => string | undefined,
): AsyncGenerator<string> {
  const members = new Map<string, string[]>();
  yield '{"_meta":{"hostvars":{';
  let separator = "";
  for await (const device of devices) {
    const host = names.of(device);
    const datacenter = device.datacenter_id === null ? undefined : datacenterName(device.datacenter_id);
    yield `${separator}\n${JSON.stringify(host)}:${JSON.stringify(variablesOf(device, datacenter))}`;
    separator = ",";
    for (const group of groupsOf(device, datacenter)) {
      const hosts = members.get(group);
      if (hosts === undefined) members.set(group, [host]);
      else hosts.push(host);
    }
  }
  const groups = distinctNames(members.keys(), groupName);
  yield `}},\n"all":{"children":${JSON.stringify([...groups.values()])}}`;
  for (const [group, name] of groups) {
    yield `,\n${JSON.stringify(name)}:{"hosts":[`;
    const hosts = members.get(group) ?? [];
    for (let at = 0; at < hosts.length; at += HOSTS_PER_PIECE) {
      yield (at === 0 ? "" : ",") + JSON.stringify(hosts.slice(at, at + HOSTS_PER_PIECE)).slice(1, -1);
      // Unlike the devices, these come without waiting for anything.
      await setImmediate();
    }
    yield "]}";
  }
  yield "}\n";
}

/** The groups of a device, each as its kind and its own name. */
function groupsOf({ status, tags }: Device, datacenter: string | undefined): ReadonlySet<string> {
  const named = (kind: (typeof GROUP_KINDS)[number], name: string): string => `${kind}_${name}`;
  return new Set([
    named("status", status),
    ...(datacenter === undefined ? [] : [named("datacenter", datacenter)]),
    ...tags.map((tag) => named("tag", tag)),
  ]);
}

function variablesOf(device: Device, datacenter: string | undefined): Record<string, unknown> {
  const address = mainAddress(device);
  return {
    ...(address === undefined ? {} : { ansible_host: address.ip }),
    // What is no user's name is left out: Ansible then takes its own.
    ...(USER.test(device.username) ? { ansible_user: device.username } : {}),
    cadastre_id: device.id,
    cadastre_name: unsafe(device.name),
    cadastre_hostname: unsafe(device.hostname),
    cadastre_status: device.status,
    cadastre_datacenter: unsafe(datacenter ?? ""),
    cadastre_location: unsafe(device.location),
    cadastre_make_model: unsafe(device.make_model),
    cadastre_os: unsafe(device.os),
    cadastre_tags: device.tags.map(unsafe),
    cadastre_domains: device.domains.map(unsafe),
    cadastre_addresses: device.addresses.map(({ ip }) => ip),
  };
}
