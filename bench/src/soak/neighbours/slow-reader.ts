import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Reads an answer slowly, or not at all, until it is stopped; what the server ends is begun again. */
export class SlowReader {
  readonly #url: URL;
  readonly #head: string;
  readonly #bytesASecond: number;
  readonly #stop = new AbortController();
  #socket: Socket | undefined;
  /** Statuses of the answers so far. */
  readonly statuses: number[] = [];

  /** @param bytesASecond 0 for a client that never reads */
  constructor(url: string, path: string, headers: Readonly<Record<string, string>>, bytesASecond: number) {
    this.#url = new URL(url);
    const lines = Object.entries({ host: this.#url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    this.#head = `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
    this.#bytesASecond = bytesASecond;
  }

  /** @param againMs between two requests */
  async run(againMs: number): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#once();
      await sleep(againMs, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
  }

  stop(): void {
    this.#stop.abort();
    this.#socket?.destroy();
  }

  async #once(): Promise<void> {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(this.#url.port), this.#url.hostname);
      this.#socket = socket;
      let timer: NodeJS.Timeout | undefined;
      socket.on("connect", () => socket.write(this.#head));
      socket.once("readable", () => {
        const first = (socket.read(Math.min(socket.readableLength, 1024)) ?? undefined) as Buffer | undefined;
        this.statuses.push(Number(first?.toString("latin1").slice(9, 12) ?? 0));
        if (this.#bytesASecond === 0) return;
        timer = setInterval(() => void socket.read(Math.min(socket.readableLength, Math.ceil(this.#bytesASecond / 10))), 100);
      });
      const end = (): void => {
        clearInterval(timer);
        resolve();
      };
      socket
        .on("error", end)
        .on("close", end)
        .on("end", () => socket.destroy());
    });
  }
}
