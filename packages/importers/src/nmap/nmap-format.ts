import { type ImportFormat, type ImportItem, onlyFile, type ReaderInput, type SourceFile } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { textOf } from "../reading/byte-input.ts";
import { DATACENTER_OPTION, FoundDevices } from "../reading/found-device.ts";
import { counted, LeftOut } from "../reading/left-out.ts";
import { HostParser, type NmapHost } from "./host-parser.ts";

/** Longest stretch of a report without the end of a host, in characters: what is longer is no report, and memory has an end. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/**
 * A report of nmap (`-oX`): a device for each host that answered. Ports, services, hardware addresses and guessed systems are
 * left out: a device has no place for them, and a guess is no record.
 */
export const nmapFormat: ImportFormat = {
  name: "nmap",
  label: "nmap XML",
  description:
    "a report of nmap -oX: hosts that are up, with their addresses and names; existing devices with such an address stay as " + "they are",
  source: "file",
  options: [DATACENTER_OPTION],
  read: readNmap,
};

async function* readNmap(input: ReaderInput): AsyncGenerator<ImportItem> {
  const file = onlyFile(input);
  const leftOut = new LeftOut();
  const found = new FoundDevices(input.options["datacenter"]);
  for await (const host of hostsOf(file)) {
    const at = { line: host.line };
    if (!host.isUp) leftOut.add("down", (count) => `${counted(count, "host")} skipped: not up`, at);
    else if (host.isAssumed && host.openPorts === 0)
      leftOut.add("assumed", (count) => `${counted(count, "host")} skipped: assumed up without a response (-Pn), and no open port`, at);
    else if (host.ips.length === 0) yield { at, type: "device", severity: "error", message: "has no address" };
    else {
      yield found.row({ at, hostname: host.hostname, ips: host.ips });
      if (host.openPorts > 0)
        leftOut.add(
          "ports",
          (count) => `open ports of ${count === 1 ? "1 host" : `${count} hosts`} are ignored: the inventory does not store them`,
          at,
        );
    }
  }
  yield* leftOut.warnings();
}

async function* hostsOf(file: SourceFile): AsyncGenerator<NmapHost> {
  const parser = new HostParser();
  const attempt = (work: () => readonly NmapHost[]): readonly NmapHost[] => {
    try {
      return work();
    } catch (error) {
      throw badInput(`${file.name} is not a complete nmap report (line ${parser.line}): ${sentence(error as Error)}`, error);
    }
  };
  let since = 0;
  for await (const text of textOf(file.open(), file.name)) {
    const hosts = attempt(() => parser.write(text));
    since = hosts.length > 0 ? 0 : since + text.length;
    if (since > MAX_CHARACTERS)
      throw badInput(`${file.name} is not an nmap report: ${MAX_CHARACTERS} characters without a host before line ${parser.line}`);
    yield* hosts;
  }
  const last = attempt(() => parser.end());
  if (!parser.isReport) throw badInput(`${file.name} is not an nmap report: create one with nmap -oX`);
  yield* last;
}

/** saxes puts the place in front. */
const sentence = ({ message }: Error): string => message.replace(/^\d+:\d+: /, "");
