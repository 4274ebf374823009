import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { Device } from "../devices/device.ts";
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

/** Names of groups have letters, digits and underscores (Ansible warns of others). Different names may become the same group. */
const groupName = (kind: string, name: string): string => `${kind}_${name.replaceAll(/[^A-Za-z0-9_]/g, "_")}`;

/**
 * A text that Ansible takes as it stands. It evaluates every other string that a variable holds, on the controller:
 * `{{ lookup('pipe', 'id') }}` as a location would run there.
 */
const unsafe = (text: string): { readonly __ansible_unsafe: string } => ({ __ansible_unsafe: text });

/** Users of POSIX systems, of domains (`DOMAIN\name`, `name@domain`) and machines (`name$`); never an option of ssh, never a template. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.@\\+-]{0,127}\$?$/;

/** Ansible evaluates the names of hosts, too, and reads `:`, `,`, `!`, `&`, `*`, `[` and `~` in them as patterns. */
const hostName = (name: string): string => name.replaceAll(/[^\p{L}\p{N}\p{M}._-]/gu, "_").replace(/^-/, "_");

/**
 * Devices as an inventory of Ansible, as JSON text in pieces. Texts of records are marked as unsafe, so that Ansible evaluates nothing of
 * them; a host is called by the name of its device, with underscores for all but letters, digits, dots and hyphens. One whose name
 * another one has already is called by its name and id. Memory holds the names of the hosts and of their groups.
 * @param datacenterName the name of a datacenter by its id
 */
export async function* ansibleInventory(
  devices: AsyncIterable<Device>,
  datacenterName: (id: string) => string | undefined,
): AsyncGenerator<string> {
  const hosts = new Set<string>();
  const groups = new Map<string, string[]>();
  yield '{"_meta":{"hostvars":{';
  for await (const device of devices) {
    const name = hostName(device.name);
    const host = hosts.has(name) ? `${name}_${device.id}` : name;
    const datacenter = device.datacenter_id === null ? undefined : datacenterName(device.datacenter_id);
    yield `${hosts.size === 0 ? "" : ","}\n${JSON.stringify(host)}:${JSON.stringify(variablesOf(device, datacenter))}`;
    hosts.add(host);
    for (const group of groupsOf(device, datacenter)) {
      const members = groups.get(group);
      if (members === undefined) groups.set(group, [host]);
      else members.push(host);
    }
  }
  yield `}},\n"all":{"children":${JSON.stringify([...groups.keys()])}}`;
  for (const [group, members] of groups) {
    yield `,\n${JSON.stringify(group)}:{"hosts":[`;
    for (let at = 0; at < members.length; at += HOSTS_PER_PIECE) {
      yield (at === 0 ? "" : ",") + JSON.stringify(members.slice(at, at + HOSTS_PER_PIECE)).slice(1, -1);
      // Unlike the devices, these come without waiting for anything.
      await setImmediate();
    }
    yield "]}";
  }
  yield "}\n";
}

function groupsOf({ status, tags }: Device, datacenter: string | undefined): ReadonlySet<string> {
  return new Set([
    groupName("status", status),
    ...(datacenter === undefined ? [] : [groupName("datacenter", datacenter)]),
    ...tags.map((tag) => groupName("tag", tag)),
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
