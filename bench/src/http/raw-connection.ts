import { once } from "node:events";
import { connect, type Socket } from "node:net";

const END_OF_HEAD = "\r\n\r\n";

/**
 * One kept connection that costs the measuring process much less than `node:http`, so that on two cores it is the server
 * that is measured. Understands answers with a length or in chunks.
 */
export class RawConnection {
  readonly #socket: Socket;
  readonly #head: string;
  #received = "";
  #answered: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, head: string) {
    this.#socket = socket;
    this.#head = head;
    socket.setEncoding("latin1").setNoDelay(true);
    socket.on("data", (part: string) => this.#hear(part));
    socket.on("error", (error) => this.#answered?.reject(error));
    socket.on("close", () => this.#answered?.reject(new Error("the server closed the connection")));
  }

  static async open(url: string, headers: Readonly<Record<string, string>>): Promise<RawConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return new RawConnection(socket, `${lines.join("")}\r\n`);
  }

  /** @throws when the answer is not 200 */
  async get(path: string): Promise<void> {
    await this.#send(`GET ${path} HTTP/1.1\r\n${this.#head}`, "200");
  }

  /** @param body JSON @throws when the answer is not 201 */
  async post(path: string, body: string): Promise<void> {
    const length = Buffer.byteLength(body);
    const lines = `content-type: application/json\r\ncontent-length: ${length}\r\n`;
    await this.#send(`POST ${path} HTTP/1.1\r\n${lines}${this.#head}${body}`, "201");
  }

  async #send(request: string, status: string): Promise<void> {
    this.#received = "";
    await new Promise<void>((resolve, reject) => {
      this.#answered = { resolve, reject };
      this.#socket.write(request);
    });
    if (!this.#received.startsWith(`HTTP/1.1 ${status}`))
      throw new Error(`${request.slice(0, request.indexOf("\r"))}: ${this.#received.slice(0, 300)}`);
  }

  close(): void {
    this.#answered = undefined;
    this.#socket.destroy();
  }

  #hear(part: string): void {
    this.#received += part;
    const head = this.#received.indexOf(END_OF_HEAD);
    if (head === -1) return;
    const length = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, head))?.[1];
    const whole =
      length === undefined
        ? this.#received.endsWith(`0${END_OF_HEAD}`)
        : this.#received.length >= head + END_OF_HEAD.length + Number(length);
    if (whole) this.#answered?.resolve();
  }
}
