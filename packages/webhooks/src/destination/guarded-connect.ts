import { messageOf } from "@cadastre/inventory-core";
import { dialUrl, type DialUrlOptions } from "@cadastre/inventory-core/outbound";
import type { buildConnector } from "undici";

/** A connector for one undici Client and one connection. */
export function guardedConnect(options: DialUrlOptions): buildConnector.connector {
  let used = false;
  return (url, callback) => {
    // undici connects again when a connection closes before the request is written: one attempt is one connection.
    const socket = used ? Promise.reject(new Error("The connection was closed")) : dialUrl(options, url);
    used = true;
    socket.then(
      (connection) => {
        options.onStage("waiting for the response");
        callback(null, connection);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(messageOf(error)), null),
    );
  };
}
