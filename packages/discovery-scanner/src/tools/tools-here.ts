import { printable } from "@cadastre/inventory-core/scanning";
import { remembered } from "../programs/remembered.ts";
import { runProgram } from "../programs/run-program.ts";

const TIMEOUT_MS = 3000;
/** Exit code of fping when the system refuses what it needs. */
const REFUSED = 4;

/** Whether a program can be used: `missing` needs no word, why it may not run does. */
export type ToolState = "usable" | "missing" | { readonly forbidden: string };

export interface Tools {
  readonly fping: ToolState;
  readonly arpScan: ToolState;
}

export const NO_TOOLS: Tools = { fping: "missing", arpScan: "missing" };

/** Which programs can help here, looked up once a minute. Sends nothing. */
export const toolsHere = remembered(async (): Promise<Tools> => {
  const [fping, arpScan] = await Promise.all([stateOf("fping", ["-q"]), stateOf("arp-scan", ["--version"])]);
  return { fping, arpScan };
});

/** Without targets fping opens its sockets and ends; whether arp-scan may send is seen when it does. */
async function stateOf(program: string, args: readonly string[]): Promise<ToolState> {
  const { code, complaint, startError } = await runProgram(program, args, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (startError === "ENOENT") return "missing";
  if (startError !== undefined || code === null || code >= REFUSED) return { forbidden: printable(complaint) };
  return "usable";
}
