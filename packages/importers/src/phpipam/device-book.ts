import type { ImportPlace, ImportRow } from "@cadastre/inventory-core";
import type { z } from "zod";
import { isHostname, isMac } from "../reading/found-device.ts";
import type { Address, Device } from "./phpipam-records.ts";

type AddressRecord = z.output<typeof Address>;

interface Entry {
  readonly at: ImportPlace;
  readonly name: string;
  readonly ref: string;
  section: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly addresses: Map<string, Readonly<Record<string, unknown>>>;
}

/**
 * Devices with the addresses that phpIPAM has for them: its own devices, and for an address of none of them a device by its host
 * name, or by itself. Addresses come by subnet, and a device may be in several, so that all are kept until the end.
 */
export class DeviceBook {
  readonly #entries = new Map<string, Entry>();

  /** A device of phpIPAM. @param sections ids of the sections that were read */
  addDevice(
    { id, hostname, ip, description, vendor, model, sections }: z.output<typeof Device>,
    at: ImportPlace,
    known: ReadonlySet<string>,
  ): void {
    const name = hostname === "" ? ip || `device ${id}` : hostname;
    const own = sections.split(";").filter((section) => known.has(section));
    const makeModel = [vendor, model].filter((part) => part !== "").join(" ");
    const entry: Entry = {
      at,
      name,
      ref: `device ${id}`,
      section: own.length === 1 ? own[0] : undefined,
      fields: {
        description,
        ...(isHostname(hostname) ? { hostname } : {}),
        ...(makeModel === "" ? {} : { make_model: makeModel.slice(0, 255) }),
      },
      addresses: new Map(),
    };
    if (ip !== "") entry.addresses.set(ip, { ip, type: "management" });
    this.#entries.set(entry.ref, entry);
  }

  /** An address of a subnet of a section. */
  addAddress(address: AddressRecord, section: string, at: ImportPlace): void {
    const entry =
      (address.deviceId === undefined ? undefined : this.#entries.get(`device ${address.deviceId}`)) ?? this.#byName(address, section, at);
    entry.section ??= section;
    const { ip, port, mac, description, is_gateway: isGateway } = address;
    const label = isGateway ? "gateway" : entry.ref.startsWith("device ") ? description.slice(0, 128) : "";
    entry.addresses.set(ip, {
      ...entry.addresses.get(ip),
      ip,
      ...(label === "" ? {} : { label }),
      ...(port === "" ? {} : { switch_port: port.slice(0, 255) }),
      ...(mac !== "" && isMac(mac) ? { mac } : {}),
    });
  }

  #byName({ ip, hostname, description }: AddressRecord, section: string, at: ImportPlace): Entry {
    const name = hostname === "" ? ip : hostname;
    const ref = `host ${section} ${name.toLowerCase()}`;
    const known = this.#entries.get(ref);
    if (known !== undefined) return known;
    const entry: Entry = {
      at,
      name,
      ref,
      section,
      fields: { description, ...(hostname !== "" && isHostname(hostname) ? { hostname } : {}) },
      addresses: new Map(),
    };
    this.#entries.set(ref, entry);
    return entry;
  }

  /** A row for each. @param sectionRef how rows refer to a section */
  *rows(sectionRef: (section: string) => string): Generator<ImportRow> {
    for (const { at, name, ref, section, fields, addresses } of this.#entries.values()) {
      yield {
        at,
        type: "device",
        ref,
        set: {
          name,
          ...fields,
          datacenter: section === undefined ? null : { ref: sectionRef(section) },
          addresses: [...addresses.values()],
        },
      };
    }
  }
}
