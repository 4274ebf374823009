import { z } from "zod";
import type { Device } from "../devices/device.ts";

/** What Prometheus asks of a service that it discovers targets by (`http_sd_config`): one group a device. */
export const TargetGroup = z
  .object({
    targets: z.array(z.string()).meta({ description: "host:port, or the address alone where no port is known" }),
    labels: z
      .record(z.string(), z.string())
      .meta({ description: "Labels that begin with __meta_cadastre_; relabelling turns them into others" }),
  })
  .meta({ id: "TargetGroup", description: "Targets of Prometheus and their labels" });

export type TargetGroup = z.infer<typeof TargetGroup>;

/** The address by which a device is reached: one of type `primary`, or else its first. */
export function mainAddress({ addresses }: Pick<Device, "addresses">): Device["addresses"][number] | undefined {
  return addresses.find(({ type }) => type === "primary") ?? addresses[0];
}

/** What is put before every label: Prometheus drops such labels after relabelling. */
const PREFIX = "__meta_cadastre_";

/** What a target says beside what its device says. */
export interface TargetOptions {
  /** For an address that has no port of its own; without it, Prometheus takes the scheme's. */
  readonly port?: number | undefined;
  /** Name of the device's datacenter; empty for none. */
  readonly datacenter?: string | undefined;
}

/**
 * A device as a target of Prometheus.
 * @returns undefined for a device without an address
 */
export function targetGroupOf(device: Device, { port, datacenter = "" }: TargetOptions = {}): TargetGroup | undefined {
  const address = mainAddress(device);
  if (address === undefined) return undefined;
  const host = address.ip.includes(":") ? `[${address.ip}]` : address.ip;
  const own = address.port ?? port;
  return { targets: [own === undefined ? host : `${host}:${own}`], labels: labelsOf(device, address, datacenter) };
}

function labelsOf(device: Device, address: Device["addresses"][number], datacenter: string): Record<string, string> {
  const labels = {
    id: device.id,
    name: device.name,
    hostname: device.hostname,
    status: device.status,
    // Between commas, as Prometheus itself gives lists: a tag is found by ",web,".
    tags: device.tags.length === 0 ? "" : `,${device.tags.join(",")},`,
    datacenter,
    datacenter_id: device.datacenter_id ?? "",
    location: device.location,
    make_model: device.make_model,
    os: device.os,
    address: address.ip,
    address_type: address.type,
    address_label: address.label,
    network_id: address.network_id ?? "",
  };
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [PREFIX + name, value]));
}
