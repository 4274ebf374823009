import type { RelationshipType } from "@cadastre/inventory-core";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { counted, type LeftOut } from "../reading/left-out.ts";
import type { NetboxClient } from "./netbox-client.ts";
import { DEVICES } from "./netbox-devices.ts";
import { Cable } from "./netbox-records.ts";
import { readRecord } from "./read-record.ts";

/** What a cable is to the inventory. */
const CABLE: RelationshipType = "connected_to";

/** Cables between interfaces of two devices as `connected_to`, once for each pair. */
export async function* readCables(client: NetboxClient, leftOut: LeftOut): AsyncGenerator<ImportItem> {
  const seen = new Set<string>();
  for await (const found of client.records("dcim/cables")) {
    const read = readRecord(Cable, found, "relationship");
    if ("problem" in read) {
      yield read.problem;
      continue;
    }
    const [parent, child] = [deviceAt(read.data.a_terminations), deviceAt(read.data.b_terminations)];
    if (parent === undefined || child === undefined || parent === child) {
      leftOut.add(
        "cable",
        (count) => `${counted(count, "cable")} skipped: only cables between the interfaces of two devices are imported`,
        found.at,
      );
      continue;
    }
    const pair = [parent, child].toSorted((one, other) => one - other).join(" ");
    if (seen.has(pair)) continue;
    seen.add(pair);
    yield {
      at: found.at,
      type: "relationship",
      set: { parent: { ref: DEVICES.ref(parent) }, child: { ref: DEVICES.ref(child) }, type: CABLE },
    };
  }
}

/** The device whose interfaces a cable ends at; undefined when it ends at something else. */
function deviceAt(terminations: z.output<typeof Cable>["a_terminations"]): number | undefined {
  const devices = new Set(
    terminations.map(({ object_type: type, object }) => (type === "dcim.interface" ? object?.device?.id : undefined)),
  );
  return devices.size === 1 ? [...devices][0] : undefined;
}
