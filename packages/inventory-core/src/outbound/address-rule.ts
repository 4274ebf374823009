import os from "node:os";
import { isIP } from "node:net";
import { keyOfText } from "../address/ip-address.ts";
import { runContaining } from "../address/runs.ts";
import { embeddedKey, specialRangeOf } from "../address/special-ranges.ts";
import { addressesIn } from "./address-list.ts";

/**
 * Why nothing is sent to an address, in a few words ("a loopback address"); undefined when it may be.
 * @param address in the spelling of inet_pton, without brackets
 */
export type AddressRule = (address: string) => string | undefined;

/** What an address rule is made of. */
export interface AddressRuleOptions {
  /** Addresses, CIDRs and ranges that are open whatever they are, separated by commas; checked before. */
  readonly allow: string;
  /** Whether the addresses of this machine's interfaces are refused too. Loopback always is. */
  readonly ownAddresses: "refused" | "open";
}

/** Addresses of this machine's interfaces, as they are now. */
export function ownAddresses(): readonly string[] {
  return Object.values(os.networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
}

/**
 * Returns the rule for connections to addresses that a user chose (decision 0450). It refuses loopback, link-local, multicast,
 * unspecified and reserved addresses, metadata services of clouds and, on request, the machine's own, in every notation: an IPv6 address
 * that embeds an IPv4 address is judged by that one too. Private addresses are open. What is no IP address, or has a zone, is refused.
 */
export function addressRule({ allow, ownAddresses: own }: AddressRuleOptions): AddressRule {
  const opened = addressesIn(allow);
  return (address) => {
    if (isIP(address) === 0 || address.includes("%")) return "not an IP address";
    const key = keyOfText(address);
    if (runContaining(opened, key) !== null) return undefined;
    const special = specialRangeOf(address);
    if (special !== undefined) return special.embedded ? `${special.range.reason} within an IPv6 address` : special.range.reason;
    if (own === "open") return undefined;
    const keys = [key, embeddedKey(key)];
    const isOwn = ownAddresses().some((text) => !text.includes("%") && keys.includes(keyOfText(text)));
    return isOwn ? "an address of this machine itself" : undefined;
  };
}
