import { createSocket } from "node:dgram";
import { once } from "node:events";
import { hostileHosts, labHosts, ROUTED, SEGMENT } from "./lab-hosts.ts";

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
    names.set(`${ip.split(".").toReversed().join(".")}.in-addr.arpa`, name);
    if (index % 2 === 0) addresses.set(name, ip);
  }
  for (const { ip } of hostileHosts()) names.set(`${ip.split(".").toReversed().join(".")}.in-addr.arpa`, HOSTILE_NAME);
  const server = createSocket("udp4");
  server.on("message", (question, { address, port }) => {
    const { name, type, end } = questionIn(question);
    const data = type === 12 ? encoded(names.get(name)) : octets(addresses.get(name));
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(data === undefined ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(data === undefined ? 0 : 1, 6);
    head.writeUInt32BE(0, 8);
    const record =
      data === undefined ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
    server.send(Buffer.concat([head, question.subarray(12, end), record]), port, address);
  });
  server.bind(5300, "127.0.0.53");
  await once(server, "listening");
  const dead = createSocket("udp4");
  dead.bind(5300, "127.0.0.54");
  await once(dead, "listening");
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] as number; length > 0; length = message[at] as number) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function encoded(name: string | undefined): Buffer | undefined {
  if (name === undefined) return undefined;
  return Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

const octets = (ip: string | undefined): Buffer | undefined => (ip === undefined ? undefined : Buffer.from(ip.split(".").map(Number)));
