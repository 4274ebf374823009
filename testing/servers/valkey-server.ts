import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const START_MS = 10_000;

/** A Valkey or Redis server of the tests, on loopback. */
export interface ValkeyServer {
  readonly url: string;
  /** Ends the process; its data is gone. */
  stop(): Promise<void>;
  /** Begins again, empty, under the same URL. */
  start(): Promise<void>;
}

/** Path of `valkey-server` or `redis-server` on the PATH; undefined where there is neither. */
export function findValkey(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return ["valkey-server", "redis-server"].flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Starts a server of its own on a free port.
 * @param binary from {@link findValkey}
 */
export async function startValkey(binary: string): Promise<ValkeyServer> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const server: ValkeyServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(binary, ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tmpdir()], {
        stdio: "ignore",
      });
      const gone = once(child, "exit").then(() => Promise.reject(new Error(`${binary} did not start`)));
      gone.catch(() => {});
      await Promise.race([answers(port), gone]);
    },
    async stop() {
      if (child === undefined) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      child = undefined;
    },
  };
  await server.start();
  return server;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

async function answers(port: number): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await delay(20)) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      socket.write("PING\r\n");
      const [answer] = (await once(socket, "data")) as [Buffer];
      if (answer.toString().startsWith("+PONG")) return;
    } catch {
      // Not yet.
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`no answer on port ${port} within ${START_MS} ms`);
}
