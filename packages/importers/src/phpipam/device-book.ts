import type { ImportRow } from "@cadastre/inventory-core";
import type { ImportPlace } from "@cadastre/inventory-core/exchange";
import type { z } from "zod";
import { isHostname, isMac } from "../reading/found-device.ts";
import type { OwnFields } from "../reading/own-fields.ts";
import { addressName, asName, UniqueNames } from "../reading/unique-names.ts";
import { type Address, customFieldsOf, type Device } from "./phpipam-records.ts";

type AddressRecord = z.output<typeof Address>;

/** A subnet of phpIPAM, by the row that its addresses refer to. */
export interface PhpipamSubnet {
  readonly id: string;
  readonly ref: string;
  readonly section: string;
  /** Id and name of its VRF. */
  readonly vrf: { readonly id: string; readonly name: string } | undefined;
}

/** States that every phpIPAM has, by their ids, as tags; an address in use has none. */
const STATES: Readonly<Record<string, string>> = { 1: "offline", 2: "", 3: "reserved", 4: "dhcp" };
const RESERVED = "3";

interface Entry {
  readonly at: ImportPlace;
  readonly name: string;
  /** What tells it from others of its name. */
  readonly hints: readonly string[];
  readonly ref: string;
  section: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Sections of phpIPAM that the device is in. */
  readonly sections: readonly string[];
  readonly descriptions: Set<string>;
  readonly tags: Set<string>;
  readonly addresses: Map<string, Readonly<Record<string, unknown>>>;
}

const DESCRIPTION = 4096;

/**
 * Devices with the addresses that phpIPAM has for them: its own devices, and for an address of none of them a device by its host
 * name, or by itself. Addresses come by subnet, and a device may be in several, so that all are kept until the end.
 */
export class DeviceBook {
  readonly #entries = new Map<string, Entry>();
  readonly #states: ReadonlyMap<string, string>;
  readonly #ownFields: OwnFields;

  /**
   * @param states names of the states that addresses are in, by their ids
   * @param ownFields what becomes of custom fields
   */
  constructor(states: ReadonlyMap<string, string>, ownFields: OwnFields) {
    this.#states = states;
    this.#ownFields = ownFields;
  }

  /** A device of phpIPAM. @param sections ids of the sections that were read */
  addDevice(record: z.output<typeof Device>, at: ImportPlace, known: ReadonlySet<string>): void {
    const { id, hostname, ip, description, vendor, model, sections } = record;
    const name = hostname === "" ? ip || `device ${id}` : hostname;
    const own = sections.split(";").filter((section) => known.has(section));
    const makeModel = [vendor, model].filter((part) => part !== "").join(" ");
    const entry: Entry = {
      at,
      name: asName(name),
      hints: [ip, `device ${id}`],
      ref: `device ${id}`,
      section: own.length === 1 ? own[0] : undefined,
      sections: own,
      descriptions: new Set([description]),
      tags: new Set(),
      fields: {
        ...(isHostname(hostname) ? { hostname } : {}),
        ...(makeModel === "" ? {} : { make_model: makeModel.slice(0, 255) }),
        ...this.#ownFields.of("device", customFieldsOf(record), at),
      },
      addresses: new Map(),
    };
    if (ip !== "") entry.addresses.set(ip, { ip, type: "management" });
    this.#entries.set(entry.ref, entry);
  }

  /** An address of a subnet. */
  addAddress(address: AddressRecord, subnet: PhpipamSubnet, at: ImportPlace): void {
    const device = address.deviceId === undefined ? undefined : this.#entries.get(`device ${address.deviceId}`);
    const entry = device ?? this.#byName(address, subnet, at);
    entry.section ??= subnet.section;
    const { ip, mac, port, description, is_gateway: isGateway } = address;
    const label = isGateway ? "gateway" : device === undefined ? "" : description.slice(0, 128);
    // The address that phpIPAM gives a device of its own has no subnet until one of its subnets has it.
    const own = entry.addresses.get(ip);
    const key = own === undefined || own["network"] !== undefined ? `${ip} ${subnet.ref}` : ip;
    entry.addresses.set(key, {
      ...entry.addresses.get(key),
      ip,
      network: { ref: subnet.ref },
      ...(label === "" ? {} : { label }),
      ...(mac !== "" && isMac(mac) ? { mac } : {}),
      ...(port === "" ? {} : { switch_port: port.slice(0, 255) }),
      ...(mac !== "" && isMac(mac) ? { mac } : {}),
    });
  }

  /** The device that stands for an address of none: of its host name, or of the address alone. */
  #byName(record: AddressRecord, { section, vrf }: PhpipamSubnet, at: ImportPlace): Entry {
    const { ip, hostname, description, note, tag = "" } = record;
    const name = hostname === "" ? ip : hostname;
    const ref = `host ${section} ${name.toLowerCase()}${hostname === "" && vrf !== undefined ? ` of VRF ${vrf.id}` : ""}`;
    const entry = this.#entries.get(ref) ?? {
      at,
      name: hostname === "" ? addressName(ip, vrf?.name) : asName(hostname),
      hints: [...(hostname === "" ? [] : [ip]), ref],
      ref,
      section,
      sections: [section],
      descriptions: new Set(),
      tags: new Set(),
      fields: {
        ...(hostname !== "" && isHostname(hostname) ? { hostname } : {}),
        ...(tag === RESERVED ? { status: "planned" } : {}),
        ...this.#ownFields.of("device", customFieldsOf(record), at),
      },
      addresses: new Map(),
    };
    for (const text of [description, note]) entry.descriptions.add(text);
    entry.tags.add(STATES[tag] ?? this.#states.get(tag) ?? "");
    this.#entries.set(ref, entry);
    return entry;
  }

  /**
   * A row for each.
   * @param sectionRef how rows refer to a section
   * @param find the smallest subnet of a section, outside of VRFs, that has an address
   */
  *rows(sectionRef: (section: string) => string, find: (section: string, ip: string) => PhpipamSubnet | undefined): Generator<ImportRow> {
    const names = new UniqueNames();
    for (const entry of this.#entries.values()) {
      const { at, name, hints, ref, fields, descriptions, tags, addresses } = entry;
      const found = [...addresses.values()].map((address) => {
        const subnet =
          address["network"] === undefined
            ? entry.sections.map((section) => find(section, address["ip"] as string)).find((one) => one !== undefined)
            : undefined;
        entry.section ??= subnet?.section;
        return subnet === undefined ? address : { ...address, network: { ref: subnet.ref } };
      });
      const { section } = entry;
      const description = [...descriptions].filter((text) => text.trim() !== "").join("\n\n");
      const own = [...tags].filter((tag) => tag !== "");
      yield {
        at,
        type: "device",
        ref,
        set: {
          name: names.of(section ?? "", name, ...hints),
          description: [...description].slice(0, DESCRIPTION).join(""),
          ...fields,
          datacenter: section === undefined ? null : { ref: sectionRef(section) },
          ...(own.length > 0 ? { tags: own.map((tag) => tag.replaceAll(",", ";")) } : {}),
          addresses: found,
        },
      };
    }
  }
}
