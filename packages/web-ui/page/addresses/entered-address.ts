import type { AddressDetails, AddressHolder, Network } from "@cadastre/client";
import { dateText } from "../texts/date-text.ts";

/** What a form says about an address before it is saved. */
export interface EnteredAddress {
  readonly text: string;
  /** Devices with the address, which end the sentence. */
  readonly holders: readonly AddressHolder[];
  /** Whether the address should be looked at again. */
  readonly isWarning: boolean;
}

/** An address in a form, and the names for its sentences. */
export interface Entry {
  readonly ip: string;
  /** The device of the form; undefined for a new one. */
  readonly deviceId?: string | undefined;
  /** Name of the address space of the form; undefined for the common one. */
  readonly spaceName: string | undefined;
  /** The smallest network of another address space around the address, with the name of its space. */
  readonly elsewhere?: { readonly network: Network; readonly spaceName: string } | undefined;
}

const warning = (text: string, holders: readonly AddressHolder[] = []): EnteredAddress => ({ text, holders, isWarning: true });

/** Returns the sentences about an address, the most important first. @param details of the address in the space of the form */
export function sentencesOf(details: AddressDetails, { ip, deviceId, spaceName, elsewhere }: Entry): readonly EnteredAddress[] {
  const holders = details.devices.filter(({ id }) => id !== deviceId);
  const [network] = details.networks;
  return [
    ...(holders.length > 0 ? [warning(`${ip} is assigned to`, holders)] : []),
    // Devices are not among the answer for a user who may not read them.
    ...(details.state === "held" && details.devices.length === 0 && deviceId === undefined
      ? [warning(`${ip} is assigned to a device that you are not allowed to see.`)]
      : []),
    ...stateOf(details, ip),
    ...(network === undefined ? [warning(outsideText(ip, spaceName, elsewhere))] : []),
    ...(details.state === "free" && network !== undefined
      ? [{ text: `${ip} is free in ${network.name} ${network.subnet}.`, holders: [], isWarning: false }]
      : []),
  ];
}

function stateOf({ state, allocation, quarantined_until: until, sightings }: AddressDetails, ip: string): readonly EnteredAddress[] {
  if (state === "allocated")
    return [warning(`${ip} is reserved by an allocation${allocation === null || allocation.note === "" ? "" : `: ${allocation.note}`}.`)];
  if (state === "reserved") return [warning(`${ip} is a reserved address of its network.`)];
  if (state === "quarantined") return [warning(`${ip} is in quarantine${until === null ? "" : ` until ${dateText(until)}`}.`)];
  if (state === "seen") {
    const [host] = sightings;
    const name = host?.hostname || host?.mac_address || "";
    return [warning(`A scan saw a host at ${ip}${name === "" ? "" : ` (${name})`}; no device has this address.`)];
  }
  return [];
}

function outsideText(ip: string, spaceName: string | undefined, elsewhere: Entry["elsewhere"]): string {
  const outside = `No network ${spaceName === undefined ? "without a datacenter" : `of ${spaceName}`} contains ${ip}`;
  if (elsewhere === undefined) return `${outside}.`;
  return `${outside}; ${elsewhere.network.name} ${elsewhere.network.subnet} is in ${elsewhere.spaceName}.`;
}
