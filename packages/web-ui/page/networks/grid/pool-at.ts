import type { Pool } from "@cadastre/client";
import { type Ip, parseIp } from "../../addresses/ip.ts";

const within = (ip: Ip, from: Ip, to: Ip): boolean => ip.family === from.family && from.value <= ip.value && ip.value <= to.value;

/** The pool of a network in which an address lies: pools of one network do not overlap. */
export function poolAt(pools: readonly Pool[], ip: string): Pool | undefined {
  const at = parseIp(ip);
  return pools.find(({ start_ip: from, end_ip: to }) => within(at, parseIp(from), parseIp(to)));
}
