import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers";

// After an aborted request, fetch of Node opens a connection and sends nothing. A server that stops waits a second for its first request:
// such connections are closed here.
const PLACE = Symbol.for("cadastre.testing.spare-connections");
const marks = globalThis as { [PLACE]?: true };

if (marks[PLACE] === undefined) {
  marks[PLACE] = true;
  subscribe("undici:client:connected", (message) => {
    const { socket } = message as { readonly socket: Socket };
    setImmediate(() => {
      if (socket.bytesWritten === 0) socket.destroy();
    });
  });
}
