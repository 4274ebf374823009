// Prints how long commands of the client take from start to end, beside a Node that does nothing, in turns in one run.
// They are run as they are published: from a bundle that is made for this, against a server that answers at once.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { median } from "../measure.ts";
import { printMachine, printResults, type Result } from "../report.ts";

/** What a client command may take: this, or this many times bare Node, whichever is more. */
const MAX_MS = 150;
const MAX_TIMES = 2;

const CLI = fileURLToPath(new URL("../../../packages/cli/", import.meta.url));
const DEVICE = {
  id: "01a1ffd3-54dc-7292-bdc9-000000000001",
  name: "web-1",
  status: "active",
  addresses: [{ ip: "10.0.0.7" }],
  make_model: "",
  os: "",
  tags: [],
};

const COMMANDS: readonly (readonly string[])[] = [
  ["--version"],
  ["--help"],
  ["device", "--help"],
  ["device", "list"],
  ["device", "list", "-o", "json"],
  ["device", "get", DEVICE.id],
  ["device", "create", "--name", "web-1"],
];

const { values } = parseArgs({ options: { runs: { type: "string", default: "30" } } });

/** Bundles the command as `pnpm build` does, where its dependencies are found. */
async function bundled(): Promise<AsyncDisposable & { readonly main: string }> {
  const place = join(CLI, "node_modules", `.bench-${process.pid}`);
  const folder = join(place, "dist");
  await mkdir(place, { recursive: true });
  // It looks its version up beside its folder.
  await copyFile(join(CLI, "package.json"), join(place, "package.json"));
  await promisify(execFile)(join(CLI, "../../node_modules/.bin/tsup"), ["--no-dts", "--out-dir", folder], { cwd: CLI });
  return { main: join(folder, "main.js"), [Symbol.asyncDispose]: async () => await rm(place, { recursive: true, force: true }) };
}

/** Milliseconds until it has ended. */
async function timeOf(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { env: { PATH: process.env["PATH"], ...env }, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return performance.now() - began;
}

const answerTo = (url: string, method: string, answer: ServerResponse): void =>
  void answer
    .writeHead(method === "POST" ? 201 : 200, { "content-type": "application/json" })
    .end(JSON.stringify(url === "/api/devices" && method === "GET" ? [DEVICE] : DEVICE));

await using bundle = await bundled();
const home = await mkdtemp(join(tmpdir(), "cadastre-bench-start-"));
const shares: number[] = [];
const server = createServer((request, answer) => {
  const began = performance.now();
  request.resume();
  answerTo(request.url ?? "", request.method ?? "", answer);
  shares.push(performance.now() - began);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const environment = {
  HOME: home,
  SERVICE_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  SERVICE_API_TOKEN: "cad_bench",
};
try {
  printMachine("a Node that does nothing needs");
  const bare = ["-e", "0"];
  const taken = new Map([bare, ...COMMANDS].map((args) => [args, [] as number[]]));
  // The first run of each fills the compile cache, as the first one of a user does.
  for (let run = -1; run < Number(values.runs); run += 1) {
    for (const [args, times] of taken) {
      const ms = await timeOf(args === bare ? args : [bundle.main, ...args], environment);
      if (run >= 0) times.push(ms);
    }
  }
  const limit = median(taken.get(bare) ?? []);
  const rows = COMMANDS.map((args): Result => {
    const ms = median(taken.get(args) ?? []);
    return [
      "",
      {
        work: `cadastre ${args.join(" ")}`,
        limit: "node -e 0",
        value: ms / limit,
        unit: "x",
        reach: { most: Math.max(MAX_TIMES, MAX_MS / limit) },
        note: `${ms.toFixed(0)} ms / ${limit.toFixed(0)} ms`,
      },
    ];
  });
  printResults(rows, "");
  console.log(`the server's share: ${median(shares).toFixed(2)} ms a request`);
} finally {
  server.close();
  await rm(home, { recursive: true, force: true });
}
