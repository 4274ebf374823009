import { execFileSync } from "node:child_process";
import { runInside } from "../run-inside.ts";
import type { Trial } from "../trial.ts";
import { RECEIVER, SERVER } from "./addresses.ts";

/** Nothing leads out of these two network namespaces, and their cable is all between them. */
function layCable(servers: string, receivers: string): void {
  const ip = (...words: string[]): void => void execFileSync("ip", words);
  ip("link", "add", "hooks0", "netns", servers, "type", "veth", "peer", "name", "hooks0", "netns", receivers);
  for (const [namespace, address] of [
    [servers, SERVER],
    [receivers, RECEIVER],
  ] as const) {
    ip("-n", namespace, "link", "set", "lo", "up");
    ip("-n", namespace, "addr", "add", `${address}/29`, "dev", "hooks0");
    ip("-n", namespace, "link", "set", "hooks0", "up");
  }
}

export const restoreTrial: Trial = {
  name: "restore",
  about: "the drill: a backup of a server that writes and delivers, restored into a new one, on SQLite and by pg_dump",
  needs: [
    { program: "ip", debian: "iproute2" },
    { program: "setpriv", debian: "util-linux" },
    { program: "pg_dump", debian: "postgresql-client" },
    { program: "pg_createcluster", debian: "postgresql" },
  ],
  root: true,
  run: async (context) => {
    const [servers, receivers] = [`restore-${process.pid}-s`, `restore-${process.pid}-r`];
    for (const namespace of [servers, receivers]) {
      execFileSync("ip", ["netns", "add", namespace]);
      context.afterwards(() => execFileSync("ip", ["netns", "delete", namespace]));
    }
    layCable(servers, receivers);
    await runInside(["ip", "netns", "exec", servers], new URL("drill.ts", import.meta.url), [context.folder, receivers], context);
  },
};
