import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import type { z } from "zod";
import type { ImportItem } from "../import-format.ts";
import { subnetText } from "../reading/address-number.ts";
import { counted, type LeftOut } from "../reading/left-out.ts";
import { NetworkIndex } from "../reading/network-index.ts";
import type { OwnFields } from "../reading/own-fields.ts";
import { asName, UniqueNames } from "../reading/unique-names.ts";
import type { VlanRows } from "../reading/vlan-rows.ts";
import { DeviceBook, type PhpipamSubnet } from "./device-book.ts";
import type { PhpipamClient } from "./phpipam-client.ts";
import { Address, customFieldsOf, Device, Domain, Section, State, Subnet, Vlan, Vrf } from "./phpipam-records.ts";

const sectionRef = (id: string): string => `section ${id}`;
const domainRef = (id: string): string => `L2 domain ${id}`;
const vlanRef = (id: string): string => `VLAN ${id}`;
const vrfRef = (id: string): string => `vrf ${id}`;

/** Statuses of networks by the states of subnets that every phpIPAM has; others are in use. */
const STATUSES: Readonly<Record<string, string>> = { 1: "deprecated", 3: "reserved" };

/** The lists of phpIPAM as rows, in the order in which they must be read. */
export class PhpipamReader {
  readonly #client: PhpipamClient;
  readonly #leftOut: LeftOut;
  readonly #sections: string[] = [];
  readonly #ownFields: OwnFields;
  readonly #vrfs = new Map<string, string>();
  readonly #names = new UniqueNames();
  readonly #subnets: PhpipamSubnet[] = [];
  readonly #networks = new NetworkIndex<PhpipamSubnet>();

  readonly #vlanRows: VlanRows;
  /** Numbers of VLANs by their ids. */
  readonly #vlans = new Map<string, number>();

  constructor(client: PhpipamClient, leftOut: LeftOut, ownFields: OwnFields, vlanRows: VlanRows) {
    this.#vlanRows = vlanRows;
    this.#client = client;
    this.#leftOut = leftOut;
    this.#ownFields = ownFields;
  }

  /** All of them. */
  async *rows(): AsyncGenerator<ImportItem> {
    yield* this.#vrfRows();
    yield* this.#sectionRows();
    yield* this.#domainRows();
    yield* this.#vlanRowsOf();
    yield* this.#subnetRows();
    yield* this.#deviceRows();
  }

  async *#vrfRows(): AsyncGenerator<ImportItem> {
    for (const read of await this.#list("vrf/", Vrf, "space")) {
      if ("problem" in read) yield read.problem;
      else {
        const { id, vrfId, rd, description } = read.data;
        const own = id ?? vrfId ?? "";
        const name = this.#names.of("space", asName(read.data.name, rd, `VRF ${own}`), rd, `VRF ${own}`);
        this.#vrfs.set(own, name);
        yield { at: read.at, type: "space", ref: vrfRef(own), set: { name, rd: rd.slice(0, 64), description } };
      }
    }
  }

  async *#sectionRows(): AsyncGenerator<ImportItem> {
    for (const read of await this.#list("sections/", Section, "datacenter")) {
      if ("problem" in read) yield read.problem;
      else {
        const { id, name, description } = read.data;
        this.#sections.push(id);
        yield { at: read.at, type: "datacenter", ref: sectionRef(id), set: { name, description } };
      }
    }
  }

  /** Domains of layer 2 as groups of VLANs: one that is for a single section in its datacenter, others in none. */
  async *#domainRows(): AsyncGenerator<ImportItem> {
    if (!this.#vlanRows.areWanted) return;
    for (const read of await this.#list("l2domains/", Domain, "vlan_group")) {
      if ("problem" in read) {
        yield read.problem;
        continue;
      }
      const { id, name, description, sections, permissions } = read.data;
      const [section, ...others] = (sections || permissions).split(";").filter((one) => this.#sections.includes(one));
      yield this.#vlanRows.group({
        at: read.at,
        ref: domainRef(id),
        name: asName(name, domainRef(id)),
        datacenter: section === undefined || others.length > 0 ? undefined : sectionRef(section),
        hints: [domainRef(id)],
        more: { description },
      });
    }
  }

  /** VLANs, where the inventory has such records; their numbers are those of subnets in any case. */
  async *#vlanRowsOf(): AsyncGenerator<ImportItem> {
    for (const read of await this.#list("vlan/", Vlan, "vlan")) {
      if ("problem" in read) {
        yield read.problem;
        continue;
      }
      const { id, vlanId, domainId, number, name, description } = read.data;
      const own = id ?? vlanId ?? "";
      this.#vlans.set(own, number);
      if (!this.#vlanRows.areWanted) continue;
      yield this.#vlanRows.vlan({
        at: read.at,
        ref: vlanRef(own),
        vid: number,
        name,
        group: domainId === undefined ? undefined : domainRef(domainId),
        more: { description, ...this.#ownFields.of("vlan", customFieldsOf(read.data), read.at) },
      });
    }
  }

  async *#subnetRows(): AsyncGenerator<ImportItem> {
    for (const section of this.#sections) {
      for (const read of await this.#list(`sections/${encodeURIComponent(section)}/subnets/`, Subnet, "network")) {
        if ("problem" in read) yield read.problem;
        else yield* this.#network(read.data, read.at, section);
      }
    }
  }

  *#network(record: z.output<typeof Subnet>, at: ImportPlace, section: string): Generator<ImportItem> {
    const { id, subnet, mask, description, vlanId, vrfId, state = "", isFolder } = record;
    if (isFolder) return this.#leftOut.add("folder", (count) => `${counted(count, "folder")} skipped: the inventory has no folders`, at);
    const cidr = subnetText(`${subnet}/${mask}`) ?? `${subnet}/${mask}`;
    const vrf = vrfId === undefined ? undefined : this.#vrfs.get(vrfId);
    const ref = `subnet ${id}`;
    const own = { id, ref, section, vrf: vrf === undefined ? undefined : { id: vrfId ?? "", name: vrf } };
    const same = this.#networks.add(vrf === undefined ? sectionRef(section) : vrfRef(vrfId ?? ""), cidr, own);
    this.#subnets.push({ ...own, ref: same?.ref ?? ref });
    if (same !== undefined)
      return this.#leftOut.add(
        "same subnet",
        (count) => `${counted(count, "subnet")} skipped: the same is in the section or VRF already, and gets the addresses`,
        at,
      );
    const status = STATUSES[state];
    yield {
      at,
      type: "network",
      ref,
      set: {
        name: asName(description, cidr),
        subnet: cidr,
        vlan_id: this.#vlans.get(vlanId ?? "") ?? null,
        ...this.#vlanRows.ofNetwork(vlanRef(vlanId ?? "")),
        datacenter: { ref: sectionRef(section) },
        space: vrf === undefined ? null : { ref: vrfRef(vrfId ?? "") },
        ...(status !== undefined && { status }),
        ...this.#ownFields.of("network", customFieldsOf(record), at),
      },
    };
  }

  async *#deviceRows(): AsyncGenerator<ImportItem> {
    const states = new Map<string, string>();
    for (const read of await this.#list("addresses/tags/", State, "device")) {
      if ("problem" in read) yield read.problem;
      else states.set(read.data.id, read.data.type);
    }
    const book = new DeviceBook(states, this.#ownFields);
    const sections = new Set(this.#sections);
    for (const read of await this.#list("devices/", Device, "device")) {
      if ("problem" in read) yield read.problem;
      else book.addDevice(read.data, read.at, sections);
    }
    for (const subnet of this.#subnets) {
      for (const read of await this.#list(`subnets/${encodeURIComponent(subnet.id)}/addresses/`, Address, "device")) {
        if ("problem" in read) yield read.problem;
        else {
          book.addAddress(read.data, subnet, read.at);
          this.#tellLeftOut(read.data, read.at);
        }
      }
    }
    yield* book.rows(sectionRef, (section, ip) => this.#networks.find(sectionRef(section), ip));
  }

  #tellLeftOut({ owner }: z.output<typeof Address>, at: ImportPlace): void {
    if (owner !== "")
      this.#leftOut.add(
        "notes",
        (count) => `the owner of ${count === 1 ? "1 address is" : `${count} addresses is`} ignored: the inventory has no such field`,
        at,
      );
  }

  /** The records of a list, each of the shape that is known or with what is wrong with it. */
  async #list<S extends z.ZodType>(path: string, schema: S, type: string) {
    return (await this.#client.list(path)).map((value, index) => {
      const at = { path: `${path.replace(/\/$/, "")}, record ${index + 1}` };
      const { data, error } = schema.safeParse(value);
      if (error === undefined) return { at, data: data as z.output<S> };
      const [issue] = error.issues;
      const field = issue?.path.join(".") ?? "";
      return {
        problem: {
          at,
          type,
          ...(field === "" ? {} : { field }),
          severity: "error" as const,
          message: `is not a valid phpIPAM record: ${issue?.message ?? "unknown shape"}`,
        },
      };
    });
  }
}
