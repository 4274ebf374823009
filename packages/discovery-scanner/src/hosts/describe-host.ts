import type { Observation, ObservedService } from "@cadastre/inventory-core";
import { realTimers } from "@cadastre/inventory-core/scanning";
import { deepName } from "../names/deep-name.ts";
import type { FoundHost, ScanContext } from "../scan-context.ts";
import { askSnmp } from "../services/snmp.ts";
import { identifyServices } from "../services/identify-services.ts";
import { acceptsAllMessage } from "./accepts-all.ts";
import { guessSystem } from "./operating-system.ts";
import { scanPorts } from "./scan-ports.ts";
import { vendorOf } from "./vendors.ts";

/** Tells all that the scan asks for of a host that is there, and that it is done. */
export async function describeHost(context: ScanContext, host: FoundHost): Promise<void> {
  const { plan, names, reports, signal } = context;
  const { ip } = host;
  const until = realTimers.performance.now() + plan.limits.hostBudgetMs;
  const vendor = host.macAddress === undefined ? undefined : await vendorOf(host.macAddress);
  for (const evidence of host.evidence) {
    const hardware = host.macAddress === undefined ? {} : { macAddress: host.macAddress, ...(vendor === undefined ? {} : { vendor }) };
    const accepted = evidence === "tcp-open" ? { acceptedPorts: host.acceptedPorts } : {};
    await reports.send({ kind: "observation", ip, evidence, ...accepted, ...hardware });
  }
  const naming = names.nameOf(ip);
  const cutShort = plan.scanType !== "quick" && (await describeDepth(context, host, vendor, until));
  const name = await naming;
  // What was not looked at to the end is no result: it would make ports vanish that are open.
  if (signal.aborted) return;
  if (name !== undefined) await reports.send({ kind: "observation", ip, name });
  await reports.send({ kind: "host-done", ip, outcome: "answered", ...(cutShort ? { cutShort } : {}) });
}

/** @returns whether the host's time was over before all of its ports were tried */
async function describeDepth(context: ScanContext, host: FoundHost, vendor: string | undefined, until: number): Promise<boolean> {
  const { plan, reports, signal, settings } = context;
  const { ip } = host;
  const deep = plan.scanType === "deep";
  const ownName = deep ? deepName(context, ip, until) : undefined;
  const description = deep && settings.snmpCommunity !== undefined ? askSnmp(context, ip, settings.snmpCommunity) : undefined;
  const { openPorts, acceptsAll, cutShort } = await scanPorts(context, host, until);
  if (signal.aborted) return cutShort;
  if (acceptsAll) {
    await Promise.all([ownName, description]);
    await reports.send({ kind: "observation", ip, evidence: "tcp-open", doubt: "middlebox" });
    await reports.send({ kind: "warning", code: "MIDDLEBOX", message: acceptsAllMessage(ip) });
    return false;
  }
  const found =
    deep || openPorts.includes(22)
      ? await identifyServices(context, host, deep ? openPorts : [22], until)
      : { services: [], texts: [], names: [] };
  const snmp = await description;
  if (signal.aborted) return cutShort;
  const said = await ownName;
  const osGuess = guessSystem({ openPorts, description: snmp?.description, texts: found.texts, vendor });
  const services: readonly ObservedService[] = [
    ...(deep ? found.services : []),
    ...(snmp === undefined ? [] : [snmp.service]),
    ...(said?.services ?? []),
  ];
  const seen: Observation = {
    kind: "observation",
    ip,
    // A list that was cut short would take open ports away.
    ...(cutShort ? {} : { openPorts }),
    ...(services.length === 0 ? {} : { services }),
    ...(osGuess === undefined ? {} : { osGuess }),
    ...(openPorts.length > 0
      ? { evidence: "tcp-open" as const }
      : snmp !== undefined || (said?.services.length ?? 0) > 0
        ? { evidence: "udp-reply" as const }
        : {}),
  };
  await reports.send(seen);
  for (const name of [snmp?.name, said?.name, ...found.names])
    if (name !== undefined) await reports.send({ kind: "observation", ip, name });
  return cutShort;
}
