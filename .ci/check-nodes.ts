// What is promised of Node: the packages run on the oldest and the newest that they name, the sources on theirs, and a Node
// that is too old gets a sentence. The packages are their tarballs, installed with npm; they must have been built.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packPackages, ROOT, runQuietly } from "./packages/packed.ts";
import { nodeOf, promisedNodes } from "./nodes.ts";
import { LocalRegistry } from "./packages/registry.ts";
import { runServer, serviceOf, signIn } from "./run-server.ts";

const SOURCE = join(ROOT, "packages/cli/src/main.ts");

const directory = await mkdtemp(join(tmpdir(), "cadastre-nodes-"));
const { packages, sources, tooOld } = await promisedNodes();
const others = (await promisify(execFile)("npm", ["config", "get", "registry"], { cwd: directory })).stdout.trim();
const tarballs = join(directory, "tarballs");
await mkdir(tarballs);
const registry = await LocalRegistry.start(await packPackages(tarballs), others);
try {
  const installed = join(directory, "installed");
  await mkdir(installed);
  await writeFile(join(installed, "package.json"), JSON.stringify({ name: "installed", private: true }));
  const cache = `--cache=${join(ROOT, "node_modules/.cache/cadastre-templates")}`;
  await runQuietly("npm", ["install", "@cadastre/cli", cache, `--@cadastre:registry=${registry.url}`], installed);
  const packed = join(installed, "node_modules/@cadastre/cli/dist/main.js");

  for (const version of packages) {
    await serves(version, packed, true);
    console.log(`packages: Node ${version} serves, shows the page, signs in, and runs the client`);
  }
  for (const version of sources) {
    await serves(version, SOURCE, false);
    console.log(`sources: Node ${version} serves, signs in, and runs the client`);
  }
  const [forBoth, forSources] = tooOld;
  for (const [version, program] of [
    [forBoth, packed],
    [forSources, SOURCE],
  ] as const) {
    const said = await refusal(version, program);
    console.log(`too old: ${said}`);
  }
} finally {
  await registry.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Starts a server with a version of Node, and uses it with a browser's and with the command's requests. @throws when one fails */
async function serves(version: string, program: string, withPage: boolean): Promise<void> {
  const node = await nodeOf(version);
  const place = await mkdtemp(join(directory, "server-"));
  await runServer(place, serviceOf(node, [program, "serve"]), async (url) => {
    if (withPage) {
      const page = await fetch(url, { headers: { accept: "text/html" } });
      if (page.status !== 200 || !(await page.text()).includes('type="module"'))
        throw new Error(`Node ${version}: the page answers ${page.status}`);
    }
    const call = await signIn(url);
    await call("POST", "/api/networks", { name: "lab", subnet: "10.0.0.0/24" });
    const { key } = (await (await call("POST", "/api/keys", { name: "command" })).json()) as { key: string };
    const env = { PATH: process.env["PATH"], HOME: place, SERVICE_API_URL: url, SERVICE_API_TOKEN: key };
    const { stdout } = await promisify(execFile)(node, [program, "network", "list", "-o", "json"], { cwd: place, env });
    if (!stdout.includes("10.0.0.0/24")) throw new Error(`Node ${version}: the command lists\n${stdout}`);
  });
}

/** What the command says to a Node that is too old. @throws when that is not one sentence */
async function refusal(version: string, program: string): Promise<string> {
  const ended = promisify(execFile)(await nodeOf(version), [program, "--version"]);
  const { code, stderr = "" } = await ended.then(
    () => ({ code: 0, stderr: "" }),
    (error: { readonly code?: number; readonly stderr?: string }) => error,
  );
  const lines = stderr.trimEnd().split("\n");
  if (code !== 1 || lines.length !== 1 || !stderr.includes(`Node ${version} is too old`))
    throw new Error(`Node ${version} ends with ${code} and says\n${stderr}`);
  return stderr.trimEnd();
}
