import { deepEqual, match } from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { debianRoot, putNode } from "../machine/debian-root.ts";
import { inside, insideArgs } from "../machine/inside.ts";
import { packHere } from "../machine/packed.ts";
import { finish, MACHINE_NEEDS } from "../machine/programs.ts";
import { signInScript } from "../machine/sign-in.ts";
import type { Trial, TrialContext } from "../trial.ts";

/** The Node that the packages promise at least, with the npm that came with it; and the newest. */
const VERSIONS = [
  { node: "latest", npm: "latest" },
  { node: "22.18.0", npm: "10.9.3" },
] as const;

const START_MS = 120_000;

export const install: Trial = {
  name: "install",
  about: "the packed packages in a clean Debian with only Node, the oldest and the newest: two commands, and a page that signs in",
  needs: MACHINE_NEEDS,
  root: true,
  run: async (context) => {
    const packed = await packHere(context.folder, context);
    for (const versions of VERSIONS) await tryWith(versions, packed, context);
  },
};

async function tryWith(versions: (typeof VERSIONS)[number], packed: string, context: TrialContext): Promise<void> {
  const root = await debianRoot(context, `node-${versions.node}`);
  await putNode(root, versions, context);
  await cp(packed, join(root, "packed"), { recursive: true });
  const user = ["--user=keeper", "--chdir=/home/keeper"];
  const { out: version } = await inside(
    root,
    "useradd --create-home --uid 1000 keeper && chmod 777 /npm-cache && node --version && npm --version",
    context,
  );
  const started = performance.now();
  // The two commands of the guide.
  const { out, err } = await inside(root, "npm install /packed/cadastre-*.tgz", context, user);
  const installed = performance.now();
  match(out, /added \d+ packages/);
  const { out: kilobytes } = await inside(root, "du -sk node_modules", context, user);
  const server = await serveIn(root, user, context);
  const ready = performance.now();
  const { out: seen } = await finish(process.execPath, ["--input-type=module", "-e", signInScript(server.url, server.token)], {
    signal: context.signal,
  });
  deepEqual((JSON.parse(seen) as { username: string }).username, "admin");
  await server.stop();
  await inside(root, "rm -rf /home/keeper/node_modules", context);
  const [node = "", npm = ""] = version.split("\n");
  const engine = /EBADENGINE/.test(err) ? "; npm says that something promises no such Node" : "";
  context.report(
    `Node ${node} with npm ${npm}: installed in ${seconds(installed - started)} ` +
      `(${Math.round(Number.parseInt(kilobytes, 10) / 1024)} MiB), page and link ready ${seconds(ready - installed)} later, signed ` +
      `in${engine}`,
  );
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** `npx cadastre serve`, as far as the link for the first administrator that it prints. */
async function serveIn(
  root: string,
  user: readonly string[],
  { program, afterwards }: TrialContext,
): Promise<{ readonly url: string; readonly token: string; readonly stop: () => Promise<void> }> {
  const args = await insideArgs(
    root,
    ["/usr/bin/npx", "cadastre", "serve"],
    [...user, "--setenv=LISTEN_ADDR=127.0.0.1:0", "--kill-signal=SIGKILL"],
  );
  const child = spawn(program("systemd-nspawn"), args, { stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const stop = async (): Promise<void> => {
    // It passes the signal on to the first process of the container, with which all others end. Killed itself, it would leave them.
    child.kill("SIGTERM");
    await ended;
  };
  afterwards(stop);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  for (const until = performance.now() + START_MS; ; await setTimeout(50)) {
    const [, url, token] = /(http:\/\/[^/\s]+)\/setup#(\S+)/.exec(said) ?? [];
    if (url !== undefined && token !== undefined) return { url, token, stop };
    if (child.exitCode !== null || performance.now() > until) throw new Error(`the server printed no link:\n${said}`);
  }
}
