// Runs inside the namespaces: builds the lab, then does as it is told, a line of JSON each.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startLabDns } from "../../../packages/discovery-scanner/test/lab/lab-dns.ts";
import { run, setLoss } from "../../../packages/discovery-scanner/test/lab/lab-network.ts";
import { buildNetworks } from "./build-networks.ts";
import type { LabCommand, ScanCommand, ScanResult, ToolCommand, ToolResult } from "./lab-commands.ts";
import { agentCancel } from "./server/agent-cancel.ts";
import { agentScan } from "./server/agent-scan.ts";
import { serverScan } from "./server/server-scan.ts";
import { RequestLoop } from "./request-loop.ts";

const SERVICES = fileURLToPath(new URL("../../../packages/discovery-scanner/test/lab/lab-services.ts", import.meta.url));
/** The built scan-child.ts. */
const SCAN = process.argv[2] ?? "";

/** Scans in a new process, and asks its API for something all the while. */
async function scan(command: ScanCommand): Promise<ScanResult> {
  const node = [process.execPath, SCAN, JSON.stringify(command)];
  const limited = command.descriptors === undefined ? node : ["sh", "-c", `ulimit -n ${command.descriptors}; exec "$@"`, "sh", ...node];
  const [program = "", ...args] = limited;
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const requests = new RequestLoop(Number((await lines.next()).value));
  const said: unknown = (await lines.next()).value;
  const measured = await requests.stop();
  if (typeof said !== "string") throw new Error("a scan ended without a result");
  return { ...(JSON.parse(said) as Omit<ScanResult, "requests">), requests: measured };
}

async function tool({ command, args, maxMs }: ToolCommand): Promise<ToolResult> {
  const begun = performance.now();
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
  let stdout = "";
  let cut = false;
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  const timer = setTimeout(() => {
    cut = true;
    child.kill("SIGKILL");
  }, maxMs);
  await once(child, "close");
  clearTimeout(timer);
  return { stdout, tookMs: performance.now() - begun, cut };
}

async function answer(command: LabCommand): Promise<unknown> {
  switch (command.do) {
    case "scan":
      return await scan(command.scan);
    case "serve":
      return await serverScan(command.serve);
    case "agent":
      return await agentScan(command.agent);
    case "cancel-agent":
      return await agentCancel(command.cancel);
    case "tool":
      return await tool(command.tool);
    case "loss":
      return setLoss(command.percent);
    case "forget":
      return void run("ip", ["neigh", "flush", "all"]);
  }
}

const isFarBuilt = await buildNetworks();
const services = spawn("ip", ["netns", "exec", "hosts", process.execPath, SERVICES], { stdio: ["ignore", "pipe", "inherit"] });
await once(services.stdout, "data");
await startLabDns();
process.stdout.write(`${JSON.stringify({ value: isFarBuilt })}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  try {
    process.stdout.write(`${JSON.stringify({ value: (await answer(JSON.parse(line) as LabCommand)) ?? null })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: (error as Error).stack })}\n`);
  }
}
// Who started the lab is gone: it goes too, with all that is in it.
process.exit();
