import { isIPv4 } from "node:net";

/** The name under which DNS keeps the names of an address. */
export function reverseName(ip: string): string {
  if (isIPv4(ip)) return `${ip.split(".").toReversed().join(".")}.in-addr.arpa`;
  const [head = "", tail] = ip.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const middle = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill("0");
  const digits = [...before, ...middle, ...after].map((group) => group.padStart(4, "0")).join("");
  return `${[...digits].toReversed().join(".")}.ip6.arpa`;
}
