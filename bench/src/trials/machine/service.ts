import { setTimeout } from "node:timers/promises";
import type { Booted } from "./booted.ts";

const WAIT_MS = 60_000;

/** The number of the main process of the service. */
export async function processOf(machine: Booted): Promise<string> {
  return (await machine.run("systemctl show -p MainPID --value cadastre")).out.trim();
}

/** The link for the first administrator, from the journal of the service. */
export async function askForLink(machine: Booted): Promise<{ readonly url: string; readonly token: string }> {
  let found: RegExpExecArray | null = null;
  await waitUntil("the journal has the link", async () => {
    found = /(http:\/\/[^/\s]+)\/setup#(\S+)/.exec((await machine.run("journalctl -u cadastre --no-pager -o cat")).out);
    return found !== null;
  });
  const [, url = "", token = ""] = found ?? [];
  return { url, token };
}

/** @throws when it is not so in time */
export async function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + WAIT_MS; !(await isSo()); await setTimeout(200)) {
    if (performance.now() > until) throw new Error(`in ${WAIT_MS / 1000} s it did not come about that ${what}`);
  }
}
