// `node:net` for browsers, as far as the readers use it: whether a text is an address.
import ipaddr from "ipaddr.js";

export const isIPv4 = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text);

/** With a zone too, as Node has it. */
export const isIPv6 = (text: string): boolean => ipaddr.IPv6.isValid(text);

/** 4, 6, or 0 for what is no address. */
export const isIP = (text: string): 0 | 4 | 6 => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0);
