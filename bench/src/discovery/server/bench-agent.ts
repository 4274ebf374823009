import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Ask, BenchServer } from "./bench-server.ts";

const POLL_INTERVAL_MS = 500;
const ONLINE_WITHIN_MS = 60_000;

/** Runs an agent of some networks while something is done, and until it waits for work before that. @param url that it calls */
export async function withAgent<T>(
  command: readonly string[],
  { ask, folder }: BenchServer,
  { url, networkIds }: { readonly url: string; readonly networkIds: readonly string[] },
  work: (agent: ChildProcess) => Promise<T>,
): Promise<T> {
  const { token } = (await ask("POST", "/api/agents", { name: "site", network_ids: networkIds })) as { token: string };
  const file = join(folder, "token");
  await writeFile(file, token, { mode: 0o600 });
  const words = ["agent", "--server", url, "--token-file", file, "--state-dir", join(folder, "state")];
  const env = { PATH: process.env["PATH"], HOME: folder };
  const agent = spawn(process.execPath, [...command, ...words], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  // What nobody reads would hold it up.
  agent.stderr.resume();
  try {
    await online(ask);
    return await work(agent);
  } finally {
    agent.kill("SIGKILL");
    await once(agent, "close");
  }
}

async function online(ask: Ask): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const [agent] = (await ask("GET", "/api/agents")) as readonly { status: string }[];
    if (agent?.status === "online") break;
    if (performance.now() - begun > ONLINE_WITHIN_MS) throw new Error("the agent did not come");
    await sleep(POLL_INTERVAL_MS);
  }
  // The first answer says that the server is in reach; the request after it is the one that waits for work.
  await sleep(3000);
}
