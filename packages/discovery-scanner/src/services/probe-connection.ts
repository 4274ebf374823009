import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { realTimers } from "@cadastre/inventory-core/scanning";

/** No service needs more to say what it is; hostile ones would go on for ever. */
const MAX_BYTES = 4096;
const MAX_MS = 3000;
/** After its first bytes a service that pauses for so long has said its sentence. */
const IDLE_MS = 150;

/** A short connection with a service: so many bytes, so long, then the connection is reset. */
export class ProbeConnection {
  readonly #socket: Socket;
  readonly #until: number;
  #bytes = Buffer.alloc(0);
  #taken = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  /** @param until when the host's time is over */
  constructor(socket: Socket, until: number) {
    this.#socket = socket;
    this.#until = Math.min(until, realTimers.performance.now() + MAX_MS);
    socket.on("data", (chunk: Buffer) => {
      if (this.#ended) return;
      this.#bytes = Buffer.concat([this.#bytes, chunk.subarray(0, MAX_BYTES - this.#bytes.length)]);
      if (this.#bytes.length >= MAX_BYTES) this.close();
      this.#wake?.();
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.#ended = true;
        this.#wake?.();
      });
    }
  }

  /** Nothing more will come. */
  get ended(): boolean {
    return this.#ended;
  }

  get leftMs(): number {
    return Math.max(0, this.#until - realTimers.performance.now());
  }

  /** What came since the last read, once the service pauses; empty when it says nothing in time. */
  async read(waitMs: number): Promise<Buffer> {
    await this.#moreBy(waitMs);
    while (this.#bytes.length > this.#taken && !this.#ended && this.leftMs > 0) {
      const before = this.#bytes.length;
      await this.#moreBy(IDLE_MS, before);
      if (this.#bytes.length === before) break;
    }
    const said = this.#bytes.subarray(this.#taken);
    this.#taken = this.#bytes.length;
    return said;
  }

  async ask(question: Buffer | string, waitMs: number): Promise<Buffer> {
    if (this.#ended) return Buffer.alloc(0);
    this.#socket.write(question, () => {});
    return await this.read(waitMs);
  }

  close(): void {
    this.#ended = true;
    // Over TLS there is no reset: the connection below it is the dialler's to reset.
    if (this.#socket instanceof TLSSocket) this.#socket.destroy();
    else this.#socket.resetAndDestroy();
  }

  async #moreBy(waitMs: number, than = this.#taken): Promise<void> {
    if (this.#bytes.length > than || this.#ended) return;
    await new Promise<void>((resolve) => {
      const timer = realTimers.setTimeout(resolve, Math.min(waitMs, this.leftMs));
      this.#wake = () => {
        realTimers.clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }
}
