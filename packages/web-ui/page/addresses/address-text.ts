import { type AddressDetails, CadastreError } from "@cadastre/client";
import ipaddr from "ipaddr.js";
import { ipText, parseIp } from "./ip.ts";

/** The state of an address, as people say it. */
export const STATES: Readonly<Record<AddressDetails["state"], string>> = {
  free: "Free",
  held: "Held by a device",
  allocated: "Allocated, and on no device yet",
  reserved: "Reserved: never handed out",
  quarantined: "In quarantine: let go a short while ago, and not handed out yet",
  seen: "Seen by a scan, and recorded for nobody",
};

/**
 * The state of an address at an instant. Records say who held an address, so one without a record is not said to have been free.
 * @param date the instant, as text
 */
export const stateAt = (state: AddressDetails["state"], date: string): string =>
  state === "free" ? `No holder recorded, ${date}` : `${STATES[state]}, ${date}`;

/** The address that a text is, as the service writes it; undefined for any other text. */
export function addressIn(text: string): string | undefined {
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes("%"));
  return isAddress ? ipText(parseIp(text)) : undefined;
}

/** Whether two texts are the same address; texts that are no address are not. */
export function isSameAddress(one: string, other: string): boolean {
  const address = addressIn(one.trim());
  return address !== undefined && address === addressIn(other.trim());
}

/** The page of an address. @param space id of its space, `none` for the common one; the one that it is in unless given */
export const addressPage = (ip: string, space?: string) => ({
  name: "address",
  params: { ip },
  query: space === undefined ? {} : { space },
});

/** An address space that may be meant. */
export interface ChoosableSpace {
  readonly space_id: string | null;
  readonly name: string;
}

/** The address spaces of which one must be named; none for any other error. */
export function spacesToChoose(error: unknown): readonly ChoosableSpace[] {
  if (!(error instanceof CadastreError) || error.code !== "CONFLICT") return [];
  const { spaces } = (error.details ?? {}) as { readonly spaces?: readonly ChoosableSpace[] };
  return Array.isArray(spaces) ? spaces : [];
}
