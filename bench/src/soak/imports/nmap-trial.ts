import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ImportPlace, longTurns, type Step, withImportBench } from "./import-bench.ts";

export interface NmapTrialOptions extends ImportPlace {
  readonly hosts: number;
  readonly report: (line: string) => void;
}

/** A report of nmap, with ports, as `-oX` writes it. */
async function writeReport(file: string, hosts: number): Promise<void> {
  const pieces = function* (): Generator<string> {
    yield (
      '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE nmaprun>\n<nmaprun scanner="nmap" args="nmap -oX - 10.7.0.0/16" ' +
      'start="1780000000" version="7.95" xmloutputversion="1.05">\n'
    );
    for (let n = 1; n <= hosts; n += 1) {
      yield (
        `<host starttime="1780000000" endtime="1780000010"><status state="up" reason="echo-reply" reason_ttl="0"/>\n<address ` +
        `addr="10.7.${n >> 8}.${n & 255}" addrtype="ipv4"/>\n<hostnames><hostname name="host-${n}.example.com" ` +
        `type="PTR"/></hostnames>\n<ports><port protocol="tcp" portid="22"><state state="open" reason="syn-ack"/><service name="ssh" ` +
        `method="table" conf="3"/></port></ports></host>\n`
      );
    }
    yield '<runstats><finished time="1780000010" exit="success"/></runstats>\n</nmaprun>\n';
  };
  await pipeline(Readable.from(pieces()), createWriteStream(file));
}

/** Imports a report of nmap by the command, and the same once more, which must change nothing. */
export async function nmapTrial({
  hosts,
  report,
  maxBusyMs,
  ...place
}: NmapTrialOptions): Promise<{ readonly violations: readonly string[] }> {
  return await withImportBench(place, async (bench, folder) => {
    const file = join(folder, "scan.xml");
    await writeReport(file, hosts);
    const run = async (): Promise<Step> => {
      const step = await bench.run(["import", file, "--as", "nmap", "--apply", "--per-row", "--yes", "-o", "csv"]);
      const { ms, server, command } = step;
      report(JSON.stringify({ ms, server, command }));
      return step;
    };
    const first = await run();
    const content = await bench.content();
    const second = await run();
    const after = await bench.content();
    const violations = [
      ...(first.ended.code === 0 && first.ended.err.includes(`created ${hosts}, changed 0, unchanged 0, failed 0`)
        ? []
        : [`the import ended with ${first.ended.code}: ${first.ended.err.slice(-300)}`]),
      ...(content.devices === hosts ? [] : [`${content.devices} devices are there in place of ${hosts}`]),
      ...(second.ended.code === 0 && second.ended.err.includes("all rows are already in the inventory") && after.digest === content.digest
        ? []
        : [`the second import changed something: ${second.ended.err.slice(-300)}`]),
      ...longTurns({ "the first time": first, "the second time": second }, maxBusyMs),
    ];
    return { violations };
  });
}
