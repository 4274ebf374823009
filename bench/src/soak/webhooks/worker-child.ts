import { flushCompileCache } from "node:module";
import type { FromChild, ToChild } from "./messages.ts";
import { openHost } from "./open-host.ts";

/** The process that is killed: a host that delivers, and does nothing else. `node worker-child.ts sqlite|postgresql` */

const say = (message: FromChild): void => void process.send?.(message);

// Only the driver that is needed, ahead of the work.
if (process.argv[2] === "sqlite") await import("@cadastre/inventory-core/sqlite");
else await import("@cadastre/inventory-core/postgresql");
// Killed processes never write the cache, so each would compile everything anew.
flushCompileCache();

process.on("message", (message: ToChild) => {
  if ("warm" in message) say({ ready: true });
  if ("open" in message) {
    openHost(message.open, true).then(
      () => say({ opened: true }),
      (error: unknown) => say({ failed: String(error) }),
    );
  }
});
// The parent is gone, so nobody would ever kill this one.
process.on("disconnect", () => process.exit(0));
