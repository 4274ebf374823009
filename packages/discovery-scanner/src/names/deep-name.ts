import type { ObservedService } from "@cadastre/inventory-core";
import { realTimers } from "@cadastre/inventory-core/scanning";
import type { ScanContext } from "../scan-context.ts";
import { askUdp } from "../services/udp-question.ts";
import { dnsQuestion, pointersIn } from "./dns-message.ts";
import { hostName } from "./host-name.ts";
import { netbiosNameIn, NODE_STATUS_QUESTION } from "./netbios.ts";
import type { FoundName } from "./reverse-names.ts";
import { reverseName } from "./reverse-name.ts";

const MDNS_PORT = 5353;
const NETBIOS_PORT = 137;

export interface SaidName {
  readonly name?: FoundName;
  readonly services: readonly ObservedService[];
}

/** Asks a host itself for its name: NetBIOS, then multicast DNS (by unicast, so that nobody else hears it). */
export async function deepName(context: ScanContext, ip: string, until: number): Promise<SaidName> {
  if (realTimers.performance.now() > until) return { services: [] };
  const services: ObservedService[] = [];
  const [netbios, mdns] = await Promise.all([
    ip.includes(":") ? undefined : askUdp(context, ip, NETBIOS_PORT, NODE_STATUS_QUESTION),
    askUdp(context, ip, MDNS_PORT, dnsQuestion(reverseName(ip), "PTR", { unicastAnswer: true })),
  ]);
  const windowsName = netbios === undefined ? undefined : netbiosNameIn(netbios);
  if (windowsName !== undefined) services.push({ port: NETBIOS_PORT, protocol: "udp", service: "netbios-ns", version: "" });
  const pointers = mdns === undefined ? undefined : pointersIn(mdns);
  if (pointers !== undefined) services.push({ port: MDNS_PORT, protocol: "udp", service: "mdns", version: "" });
  const localName = (pointers ?? []).map(hostName).find((name) => name !== undefined);
  if (windowsName !== undefined) return { services, name: { text: windowsName, source: "netbios" } };
  if (localName !== undefined) return { services, name: { text: localName, source: "mdns" } };
  return { services };
}
