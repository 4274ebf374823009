import { writeFileSync } from "node:fs";
import path from "node:path";
import type { ScanReport } from "@cadastre/inventory-core";
import type { ConductedScanner } from "./conducted-scanner.ts";
import { fillLongWords, LONG_NAME, LONG_WORD, type LongIds, word } from "./long-words.ts";
import { allowProgram } from "./oauth-consent.ts";
import type { PageServer } from "./page-server.ts";

/** 2100-01-01, in seconds: no lease of the tests has ended. */
const LATER = 4_102_444_800;
const HOST = `${word(63)}.${word(63)}.example`;

/** Ids of records whose pages have lists with long words. */
export interface ListIds extends LongIds {
  readonly webhook: string;
  readonly circuit: string;
  readonly site: string;
  /** A network whose devices are more than a page of a list. */
  readonly full: string;
  /** A network with a long name in it. */
  readonly outer: string;
}

/** Completed scans after which an address that did not answer is missing. */
const MISSING_AFTER = 3;

/** Scans a network to its end: one unknown host with a long name, and devices that do not answer. */
async function scan(server: PageServer, scanner: ConductedScanner, network: string): Promise<void> {
  const root = await server.as("root");
  // The scanner has one queue of reports.
  for (const { id } of await root.scans.list({ status: "running" })) await root.scans.cancel(id);
  const { id } = await root.scans.start(network, { scan_type: "quick" });
  const found: ScanReport[] = [
    { kind: "observation", ip: "172.29.0.40", evidence: "icmp", vendor: word(100), name: { text: HOST, source: "ptr-confirmed" } },
    { kind: "host-done", ip: "172.29.0.40", outcome: "answered" },
  ];
  const silent = Array.from({ length: 254 }, (_, index) => `172.29.0.${index + 1}`).filter((ip) => ip !== "172.29.0.40");
  scanner.tell(...found, ...silent.map((ip): ScanReport => ({ kind: "host-done", ip, outcome: "silent" })), "over");
  for await (const { data } of root.scans.watch(id)) if (data.status === "failed") throw new Error(data.error_message ?? data.status);
}

/** Fills each list of the page with the longest words that it takes. @param folder where the server may read lease files */
export async function fillLongLists(server: PageServer, scanner: ConductedScanner, folder: string): Promise<ListIds> {
  const root = await server.as("root");
  const described = { description: LONG_WORD };
  const long = await fillLongWords(root, server.inventory);
  const { datacenter_id: site } = await root.networks.get(long.network);
  // Before an agent serves the network.
  for (let number = 0; number < MISSING_AFTER; number += 1) await scan(server, scanner, long.network);
  const [ignored] = await root.discoveredDevices.list({ state: "unknown" });
  await root.discoveredDevices.ignore(ignored?.id ?? "");
  const outer = await root.networks.create({ name: word(200), subnet: "172.29.0.0/22", datacenter_id: site });
  const full = await root.networks.create({ name: "full", subnet: "172.28.0.0/24" });
  const addresses = Array.from({ length: 254 }, (_, index) => `172.28.0.${index + 1}`);
  await root.devices.createMany(addresses.map((ip, index) => ({ name: `full-${String(index).padStart(3, "0")}`, addresses: [{ ip }] })));
  const group = await root.vlanGroups.create({ name: LONG_NAME, ...described });
  await root.vlans.create({ vid: 4000, name: LONG_NAME, group_id: group.id, tags: [word(50)], ...described });
  const call = async (operation: string, body: object): Promise<{ readonly id: string }> =>
    (await root.call(operation, body as Readonly<Record<string, unknown>>)) as { readonly id: string };
  const circuit = await call("circuits.create", {
    name: LONG_NAME,
    provider: word(128),
    portal: `https://a.example/${LONG_WORD}`,
    labels: [word(50)],
    device_ids: [long.device],
  });
  await call("circuitEnds.create", { name: LONG_NAME, circuit_id: circuit.id });
  await call("racks.create", { name: LONG_NAME });
  await root.fields.create({ record: "circuit", name: `c_${word(40)}`, type: "text", label: word(60) });
  const address = `https://${word(60)}.invalid/${LONG_WORD}`;
  const webhook = await root.webhooks.create({ name: word(100), url: address, retry_count: 0, events: ["device.created"], ...described });
  for (let number = 0; number < 3; number += 1) await root.webhooks.ping(webhook.id);
  await root.agents.create({ name: word(100), network_ids: [long.network], labels: { [word(60)]: word(100) } });
  await root.snmpDevices.create({ name: word(100), address: "192.0.2.9", community: "read", network_ids: [long.network], ...described });
  await root.discoveryRules.create({ network_id: long.network, scan_type: "quick", interval_hours: 24 });
  writeFileSync(path.join(folder, "dnsmasq.leases"), `${LATER} 02:00:00:00:00:09 172.29.0.50 ${word(63)} *\n`);
  const source = await root.leaseSources.create({
    name: word(100),
    type: "dnsmasq",
    path: path.join(folder, "dnsmasq.leases"),
    network_ids: [long.network],
  });
  await root.leaseSources.read(source.id);
  const issuer = "http://127.0.0.1:8080";
  await allowProgram({ url: server.url, issuer, cookie: await server.cookieOf("root"), name: word(100), scope: "device:list" });
  return { ...long, webhook: webhook.id, circuit: circuit.id, site: site ?? "", outer: outer.id, full: full.id };
}
