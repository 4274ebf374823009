import { createSocket } from "node:dgram";
import { once } from "node:events";
import { hostileHosts, labHosts, ROUTED, SEGMENT } from "./lab-hosts.ts";
import { reverseNameOf, startNameServer } from "./name-server.ts";

/** Hostile hosts name themselves so. */
const HOSTILE_NAME = "<script>alert(1)</script>.lab.test";

/**
 * Answers for the names of lab hosts on 127.0.0.53:5300 of the scanner's namespace: two of three have one, and half of
 * those do not point back. On 127.0.0.54:5300 nobody ever answers.
 */
export async function startLabDns(): Promise<void> {
  const names = new Map<string, string>();
  const addresses = new Map<string, string>();
  for (const [index, { ip, profile }] of [...labHosts(SEGMENT), ...labHosts(ROUTED)].entries()) {
    if (index % 3 === 0) continue;
    const name = `h${index}.${profile}.lab.test`;
    names.set(reverseNameOf(ip), name);
    if (index % 2 === 0) addresses.set(name, ip);
  }
  for (const { ip } of hostileHosts()) names.set(reverseNameOf(ip), HOSTILE_NAME);
  await startNameServer(5300, "127.0.0.53", { ptr: (name) => names.get(name), a: (name) => addresses.get(name) });
  const dead = createSocket("udp4");
  dead.bind(5300, "127.0.0.54");
  await once(dead, "listening");
}
