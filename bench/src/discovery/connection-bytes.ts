import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** Watches how much is read from each connection that this process opens. */
export class ConnectionBytes {
  #most = 0;

  constructor() {
    subscribe("net.client.socket", (message) => {
      const { socket } = message as { readonly socket: Socket };
      socket.once("close", () => (this.#most = Math.max(this.#most, socket.bytesRead)));
    });
  }

  get most(): number {
    return this.#most;
  }
}
