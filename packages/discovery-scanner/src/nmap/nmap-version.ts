import { printable } from "@cadastre/inventory-core/scanning";
import { runProgram } from "../programs/run-program.ts";

/** Older versions write other XML, and know fewer of the arguments. */
const OLDEST = [7, 80] as const;
const TIMEOUT_MS = 5000;

/** Why nmap cannot be used here, or null. Never throws. */
export async function nmapUnavailable(program: string): Promise<string | null> {
  let output = "";
  const { code, complaint, startError } = await runProgram(program, ["--version"], {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    onOutput: (chunk) => (output += chunk.toString("latin1")).length < 10_000,
  });
  if (startError === "ENOENT") return "nmap is not installed";
  if (startError !== undefined) return `nmap cannot be started: ${printable(complaint)}`;
  return code === 0 ? versionUnfit(output) : `nmap does not report its version: ${printable(complaint)}`;
}

/** @param output what `nmap --version` says */
export function versionUnfit(output: string): string | null {
  const found = /^Nmap version (\d{1,4})\.(\d{1,4})/m.exec(output);
  if (found === null) return "nmap does not report its version";
  const [major, minor] = [Number(found[1]), Number(found[2])];
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `nmap is too old: ${major}.${minor} is installed, ${OLDEST.join(".")} is required`;
}
