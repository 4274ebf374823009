import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { TrialContext } from "../trial.ts";
import { finish, type Said } from "./programs.ts";

const BOOT_MS = 60_000;
const HALT_MS = 30_000;

/** A Debian that runs systemd, with a network of its own that leads nowhere. */
export interface Booted {
  /** Runs a shell command in it, as root. @throws when it fails */
  run(command: string): Promise<Said>;
  /** Runs a module in it, by the Node at a path there. @returns what it printed, as JSON */
  ask<T>(node: string, script: string): Promise<T>;
}

/** Boots the systemd of a root; it is halted after the trial. */
export async function boot(root: string, { program, afterwards, signal }: TrialContext): Promise<Booted> {
  const child = spawn(
    program("systemd-nspawn"),
    ["--quiet", "--register=no", "--keep-unit", "--private-network", "--console=pipe", "-D", root, "--boot"],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "exit");
  afterwards(async () => {
    child.kill("SIGTERM");
    const inTime = setTimeout(HALT_MS, undefined, { ref: false }).then(() => void child.kill("SIGKILL"));
    await Promise.race([ended, inTime]);
    await ended;
  });
  const leader = await leaderOf(child.pid ?? 0, () => (child.exitCode === null ? undefined : said));
  const run = async (command: string): Promise<Said> =>
    await finish(program("nsenter"), ["-t", leader, "-m", "-u", "-i", "-n", "-p", "-r", "-w", "--", "/bin/sh", "-ec", command], {
      signal,
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" },
    });
  // Degraded: what a container has no hardware for.
  for (const until = performance.now() + BOOT_MS; ; await setTimeout(200)) {
    const state = await run("systemctl is-system-running || true").catch(() => ({ out: "" }));
    if (/^(running|degraded)/.test(state.out)) break;
    if (performance.now() > until) throw new Error(`systemd did not come up (${state.out.trim()}): ${said}`);
  }
  return { run, ask: async (node, script) => JSON.parse((await run(`${node} --input-type=module -e ${quoted(script)}`)).out) };
}

/** The process that is number 1 inside: the child of systemd-nspawn. */
async function leaderOf(pid: number, whyNot: () => string | undefined): Promise<string> {
  for (const until = performance.now() + BOOT_MS; performance.now() < until; await setTimeout(50)) {
    const failure = whyNot();
    if (failure !== undefined) throw new Error(`systemd-nspawn ended: ${failure}`);
    const [first] = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")).trim().split(" ");
    // Before it there is another child, which prepares the namespaces.
    if (first !== undefined && first !== "" && (await readFile(`/proc/${first}/comm`, "utf8").catch(() => "")).trim() === "systemd")
      return first;
  }
  throw new Error("systemd-nspawn started nothing");
}

/** A word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
