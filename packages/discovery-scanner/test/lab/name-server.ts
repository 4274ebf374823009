import { createSocket } from "node:dgram";
import { once } from "node:events";

/** What a zone says: of a reverse name (`1.0.0.10.in-addr.arpa`) a host name, and of a host name an IPv4 address. */
export interface Zone {
  ptr(name: string): string | undefined;
  a(name: string): string | undefined;
}

const [A, PTR] = [1, 12];

/** Answers questions for names over UDP; what the zone does not have does not exist. */
export async function startNameServer(port: number, address: string, zone: Zone): Promise<void> {
  const server = createSocket("udp4");
  server.on("message", (question, from) => {
    const { name, type, end } = questionIn(question);
    const data = type === PTR ? encoded(zone.ptr(name)) : type === A ? octets(zone.a(name)) : undefined;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(data === undefined ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(data === undefined ? 0 : 1, 6);
    head.writeUInt32BE(0, 8);
    const record =
      data === undefined ? Buffer.alloc(0) : Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data]);
    server.send(Buffer.concat([head, question.subarray(12, end), record]), from.port, from.address);
  });
  server.bind(port, address);
  await once(server, "listening");
}

export const reverseNameOf = (ip: string): string => `${ip.split(".").toReversed().join(".")}.in-addr.arpa`;

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
