import type { ImportProblem } from "@cadastre/inventory-core";
import { isMac } from "../reading/found-device.ts";
import type { NetboxClient } from "./netbox-client.ts";
import { Interface } from "./netbox-records.ts";
import { readRecord } from "./read-record.ts";

/** Interfaces that are asked for at once: their ids make the length of a URL. */
const TOGETHER = 100;

/** The hardware addresses of some interfaces, by their ids; and what cannot be read. */
export async function* readMacs(
  client: NetboxClient,
  path: "dcim/interfaces" | "virtualization/interfaces",
  interfaces: readonly number[],
): AsyncGenerator<ImportProblem, ReadonlyMap<number, string>> {
  const macs = new Map<number, string>();
  const ids = [...new Set(interfaces)].map(String);
  for (let from = 0; from < ids.length; from += TOGETHER) {
    for await (const record of client.records(path, { id: ids.slice(from, from + TOGETHER) })) {
      const read = readRecord(Interface, record, "device");
      if ("problem" in read) yield read.problem;
      else if (read.data.mac !== "" && isMac(read.data.mac)) macs.set(read.data.id, read.data.mac);
    }
  }
  return macs;
}
