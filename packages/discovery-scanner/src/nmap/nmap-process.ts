import { isIP } from "node:net";
import { printable } from "@cadastre/inventory-core/scanning";
import { runProgram } from "../programs/run-program.ts";
import { type NmapRun, nmapArguments } from "./nmap-arguments.ts";
import { type NmapHost, NmapXml } from "./nmap-xml.ts";

/** Hosts decide how much nmap writes of them. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** What one run of nmap told. */
export interface NmapOutcome {
  /** By address; only of addresses that it was given, and that are there. */
  readonly hosts: ReadonlyMap<string, NmapHost>;
  /** Addresses that there is no way to. */
  readonly noRoute: ReadonlySet<string>;
  /** It was stopped because it wrote too much: nothing is known of the hosts it did not tell of. */
  readonly tooMuch: boolean;
  /** Why it failed, in its own words. */
  readonly failure?: string;
}

/** Runs nmap for some addresses and waits until it is gone. Never throws. */
export async function runNmap(program: string, run: NmapRun, addresses: readonly string[], signal: AbortSignal): Promise<NmapOutcome> {
  // They come from the plan, which is checked; here it is what keeps them from being read as names or ranges.
  const targets = new Set(addresses.filter((ip) => isIP(ip) === run.plan.family));
  const xml = new NmapXml();
  let bytes = 0;
  const { code, complaint } = await runProgram(program, nmapArguments(run), {
    signal,
    input: [...targets],
    onOutput: (chunk) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) return false;
      xml.write(chunk);
      return true;
    },
  });
  const tooMuch = bytes > MAX_OUTPUT_BYTES;
  const done = code === 0 && xml.finished?.success === true;
  const hosts = new Map(xml.hosts.filter(({ ip, up }) => up && targets.has(ip)).map((host) => [host.ip, host]));
  return {
    hosts,
    noRoute: new Set(xml.skipped.filter((ip) => targets.has(ip))),
    tooMuch,
    ...(done || tooMuch || signal.aborted ? {} : { failure: sentence(xml.finished?.message, complaint) }),
  };
}

/** The last line of a complaint that says something. */
function sentence(message = "", complaint: string): string {
  const lines = complaint
    .split("\n")
    .map(printable)
    .filter((line) => line !== "" && line !== "QUITTING!");
  return message || (lines.at(-1) ?? "the program ended early");
}
