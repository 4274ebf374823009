import { type ImportFormat, type ImportItem, onlyFile, type ReaderInput, type SourceFile } from "../import-format.ts";
import { type NmapHost, NmapReport } from "../readers/nmap-report.ts";
import { badInput } from "../reading/bad-input.ts";
import { textOf } from "../reading/byte-input.ts";
import { DATACENTER_OPTION, FoundDevices } from "../reading/found-device.ts";
import { counted, LeftOut } from "../reading/left-out.ts";

/** Longest stretch of a report without the end of a host, in characters: what is longer is no report, and memory has an end. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/**
 * A report of nmap or masscan (`-oX`): a device for each host that answered. Ports, services and guessed systems are
 * left out: a device has no place for them, and a guess is no record.
 */
export const nmapFormat: ImportFormat = {
  name: "nmap",
  label: "nmap XML",
  description:
    "a report of nmap or masscan -oX: hosts that are up, with their addresses and names; existing devices with such an address stay as " +
    "they are",
  source: "file",
  options: [DATACENTER_OPTION],
  read: readNmap,
};

/** What a report says of a host that is up, in all of its entries. */
interface Host {
  readonly line: number;
  readonly ips: string[];
  mac: string;
  hostname: string;
  hasOpenPorts: boolean;
}

/** A host may have several entries (masscan writes one a port), so the report is read to its end before the first row. */
async function* readNmap(input: ReaderInput): AsyncGenerator<ImportItem> {
  const file = onlyFile(input);
  const leftOut = new LeftOut();
  const found = new FoundDevices(input.options["datacenter"]);
  const hosts = new Set<Host>();
  const byIp = new Map<string, Host>();
  for await (const host of hostsOf(file)) {
    const at = { line: host.line };
    const problem = reasonToSkip(host);
    if (problem !== undefined) leftOut.add(problem, (count) => `${counted(count, "host")} skipped: ${problem}`, at);
    else if (host.ips.length === 0) yield { at, type: "device", severity: "error", message: "has no address" };
    else hosts.add(merge(byIp, host));
  }
  for (const { line, hasOpenPorts, ...host } of hosts) {
    yield found.row({ at: { line }, ...host });
    if (hasOpenPorts)
      leftOut.add(
        "ports",
        (count) => `open ports of ${count === 1 ? "1 host" : `${count} hosts`} are ignored: the inventory does not store them`,
        { line },
      );
  }
  yield* leftOut.warnings();
}

const hasOpenPort = ({ ports }: NmapHost): boolean => ports.some(({ state }) => state === "open");

function reasonToSkip(host: NmapHost): string | undefined {
  if (!host.isUp) return "not up";
  if (host.reason === "user-set" && !hasOpenPort(host)) return "assumed up without a response (-Pn), and no open port";
  if (host.ips.length > 0 && host.ips.every(hasZone)) return "its address is valid on one interface only";
  return undefined;
}

const hasZone = (ip: string): boolean => ip.includes("%");

/** Adds an entry to the host that has one of its addresses. */
function merge(byIp: Map<string, Host>, entry: NmapHost): Host {
  const ips = entry.ips.filter((ip) => !hasZone(ip));
  const host = ips.map((ip) => byIp.get(ip)).find((known) => known !== undefined) ?? {
    line: entry.line,
    ips: [],
    mac: "",
    hostname: "",
    hasOpenPorts: false,
  };
  for (const ip of ips) {
    if (byIp.has(ip)) continue;
    byIp.set(ip, host);
    host.ips.push(ip);
  }
  host.mac ||= entry.mac;
  host.hostname ||= entry.hostname;
  host.hasOpenPorts ||= hasOpenPort(entry);
  return host;
}

async function* hostsOf(file: SourceFile): AsyncGenerator<NmapHost> {
  const report = new NmapReport();
  const check = (): void => {
    if (report.failure !== undefined)
      throw badInput(`${file.name} is not a complete nmap report (line ${report.line}): ${sentence(report.failure)}`, report.failure);
  };
  let since = 0;
  for await (const text of textOf(file.open(), file.name)) {
    const hosts = report.write(text);
    check();
    since = hosts.length > 0 ? 0 : since + text.length;
    if (since > MAX_CHARACTERS)
      throw badInput(`${file.name} is not an nmap report: ${MAX_CHARACTERS} characters without a host before line ${report.line}`);
    yield* hosts;
  }
  report.end();
  check();
  if (!report.isReport) throw badInput(`${file.name} is not an nmap report: create one with nmap -oX`);
}

/** saxes puts the place in front. */
const sentence = ({ message }: Error): string => message.replace(/^\d+:\d+: /, "");
