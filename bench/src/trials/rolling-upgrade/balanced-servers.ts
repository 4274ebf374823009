import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Front, HAPROXY } from "../proxies/fronts.ts";

const POLL_MS = 100;
/** Longer than a start of a server on a busy machine. */
const SOON_MS = 90_000;

/** A row of HAProxy's statistics, by column. */
type StatRow = Readonly<Record<string, string>>;

/** HAProxy with the configuration that users copy, before several servers, and its socket for administrators. */
export class BalancedServers {
  readonly #socket: string;
  readonly #ports: ReadonlyMap<string, number>;

  /** @param ports of the servers, by name */
  constructor(folder: string, ports: ReadonlyMap<string, number>) {
    this.#socket = join(folder, "admin.sock");
    this.#ports = ports;
  }

  /** The front that is to be started. The line of the one server becomes a line each. */
  get front(): Front {
    return {
      ...HAPROXY,
      arrange: async (config, folder) => {
        const text = await readFile(config, "utf8");
        const line = /^( *)server cadastre \S+ (.*)$/m;
        if (!line.test(text)) throw new Error(`${HAPROXY.config} has no line of a server`);
        const servers = text.replace(line, (_, margin: string, checks: string) =>
          [...this.#ports].map(([name, port]) => `${margin}server ${name} 127.0.0.1:${port} ${checks}`).join("\n"),
        );
        await writeFile(config, `global\n  stats socket ${this.#socket} mode 600 level admin\n${servers}`);
        return await HAPROXY.arrange(config, folder);
      },
    };
  }

  /** Gives a server requests again, and waits until its checks pass. */
  async take(name: string): Promise<void> {
    await this.#command(`set server cadastre/${name} state ready`);
    await this.#until(name, ({ status }) => status === "UP");
  }

  /** Gives a server no more requests, and waits until those that it has are answered. */
  async drain(name: string): Promise<void> {
    await this.#command(`set server cadastre/${name} state drain`);
    await this.#until(name, ({ scur, qcur }) => scur === "0" && qcur === "0");
  }

  /** How many requests each server was given, by its name. */
  async requests(): Promise<ReadonlyMap<string, number>> {
    return new Map((await this.#rows()).map(({ svname = "", stot }) => [svname, Number(stot)]));
  }

  async #until(name: string, isSo: (row: StatRow) => boolean): Promise<void> {
    for (const deadline = performance.now() + SOON_MS; ; await sleep(POLL_MS)) {
      const row = (await this.#rows()).find(({ svname }) => svname === name);
      if (row !== undefined && isSo(row)) return;
      if (performance.now() > deadline) throw new Error(`the server ${name} is ${JSON.stringify(row)} after ${SOON_MS} ms`);
    }
  }

  async #rows(): Promise<readonly StatRow[]> {
    const [head = "", ...lines] = (await this.#command("show stat")).trim().split("\n");
    const columns = head.replace(/^# /, "").split(",");
    return lines
      .map((text) => text.split(","))
      .map((values) => Object.fromEntries(columns.map((column, index) => [column, values[index] ?? ""])))
      .filter(({ pxname, svname = "" }) => pxname === "cadastre" && this.#ports.has(svname));
  }

  async #command(text: string): Promise<string> {
    const socket = connect(this.#socket);
    socket.end(`${text}\n`);
    let said = "";
    for await (const part of socket.setEncoding("utf8") as AsyncIterable<string>) said += part;
    if (text.startsWith("set ") && said.trim() !== "") throw new Error(`HAProxy to ${text}: ${said}`);
    return said;
  }
}
