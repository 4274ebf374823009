import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithRun } from "../../run/end-with-run.ts";
import { freePort } from "../../free-port.ts";
import { ADMIN, type Host, makeKey } from "../../http/host.ts";

/** Between two questions whether it answers: it hashes a password before it does. */
const ASK_MS = 20;

async function answers(url: string): Promise<boolean> {
  return await fetch(`${url}/healthz`).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

/**
 * Starts a server of rackd on loopback, with authentication and its own SQLite, and with its limits of requests off.
 * @param program what was built of it
 * @param folder where its database lies
 * @param headers of a server that was before it on the same database; otherwise the first administrator makes a key
 */
export async function startRackd(program: string, folder: string, headers?: Host["headers"]): Promise<Host> {
  const url = `http://127.0.0.1:${await freePort()}`;
  // Its flags have defaults that go before its environment.
  const child = spawn(program, ["server", "--data-dir", folder, "--listen-addr", new URL(url).host, "--log-level", "warn"], {
    // It reads a file .env of the folder that it runs in.
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      ENCRYPTION_KEY: "01".repeat(32),
      RATE_LIMIT_ENABLED: "false",
      INITIAL_ADMIN_USERNAME: ADMIN.username,
      INITIAL_ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithRun(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (said = (said + part).slice(-4000)));
  let ended = false;
  const closed = once(child, "close").then(() => (ended = true));
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await closed;
  };
  try {
    while (!(await answers(url))) {
      if (ended) throw new Error(`rackd ended: ${said}`);
      await sleep(ASK_MS);
    }
    return { url, pid: child.pid ?? 0, headers: headers ?? { authorization: `Bearer ${await makeKey(url)}` }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
