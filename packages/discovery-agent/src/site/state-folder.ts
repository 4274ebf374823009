import { randomUUID } from "node:crypto";
import { mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, closeSync, fsyncSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";

/** A scan that the process holds, as it is noted for the next one. */
export interface NotedScan {
  readonly scan_id: string;
  readonly lease: string;
}

/** Writes a file so that it is whole after a power cut: beside, synchronised, then renamed. */
export function writeWhole(path: string, text: string): void {
  const beside = `${path}.new`;
  const file = openSync(beside, "w", 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}

/**
 * What an agent keeps on the disk: who the process is, which scans it holds, and what it could not send. One process has it at a time: it
 * listens on a socket in the folder, which ends with it however it ends.
 */
export class StateFolder {
  readonly path: string;
  /** Identifier of the process, the same after it starts again. */
  readonly instance: string;
  readonly #server: Server;

  private constructor(path: string, server: Server) {
    this.path = path;
    this.#server = server;
    this.instance = instanceOf(join(path, "instance"));
  }

  /** @throws Error when it cannot be written, or another process has it */
  static async open(path: string): Promise<StateFolder> {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const socket = join(path, "lock");
    if (await answers(socket)) throw new Error(`${path} is used by another agent: one process has a state folder at a time`);
    rmSync(socket, { force: true });
    const server = createServer((client) => client.end());
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(socket, resolve);
    });
    server.unref();
    return new StateFolder(path, server);
  }

  /** Scans that the process before this one held. */
  held(): readonly NotedScan[] {
    try {
      return JSON.parse(readFileSync(join(this.path, "held.json"), "utf8")) as readonly NotedScan[];
    } catch {
      return [];
    }
  }

  note(held: readonly NotedScan[]): void {
    writeWhole(join(this.path, "held.json"), JSON.stringify(held));
  }

  close(): void {
    this.#server.close();
  }
}

/** Whether a process listens there. */
async function answers(socket: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const client = connect(socket);
    client.once("connect", () => {
      client.destroy();
      resolve(true);
    });
    client.once("error", () => resolve(false));
  });
}

function instanceOf(path: string): string {
  try {
    const known = readFileSync(path, "utf8").trim();
    if (/^[0-9a-f-]{36}$/.test(known)) return known;
  } catch {
    // The first start.
  }
  const made = randomUUID();
  writeWhole(path, made);
  return made;
}
