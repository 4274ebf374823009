// Speaks for every host of the lab. Which host really has a port is decided by the packet filter.
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { hostileHosts, type LabHost, labHosts, ROUTED, SEGMENT } from "./lab-hosts.ts";

type Behaviour = (socket: Socket) => void;

const hosts: readonly LabHost[] = [...labHosts(SEGMENT), ...labHosts(ROUTED), ...hostileHosts()];
const hostile = new Map(hostileHosts().map(({ ip, profile }) => [ip, profile]));

const says =
  (greeting: string | Buffer): Behaviour =>
  (socket) =>
    void socket.write(greeting);
const answers =
  (reply: (question: Buffer) => string | Buffer): Behaviour =>
  (socket) =>
    void socket.on("data", (question: Buffer) => socket.end(reply(question)));
const web = (server: string): Behaviour => answers(() => `HTTP/1.1 200 OK\r\nServer: ${server}\r\nContent-Length: 2\r\n\r\nok`);
const mysql = Buffer.concat([Buffer.from([20, 0, 0, 0, 10]), Buffer.from("8.0.36\0"), Buffer.alloc(12)]);
const dnsVersion = (question: Buffer): Buffer => {
  const message = Buffer.concat([question.subarray(2), Buffer.from("c00c00100003000000000006056c61622d31", "hex")]);
  message[2] = 0x84;
  message[7] = 1;
  return Buffer.concat([Buffer.from([0, message.length]), message]);
};

const SERVICES: Readonly<Record<number, Behaviour>> = {
  21: says("220 (vsFTPd 3.0.3)\r\n"),
  22: says("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"),
  23: says(Buffer.concat([Buffer.from("fffd18fffd20", "hex"), Buffer.from("\r\nlogin: ")])),
  25: says("220 mail.lab.test ESMTP Postfix (Debian/GNU)\r\n"),
  53: answers(dnsVersion),
  80: web("nginx/1.22.1"),
  110: says("+OK Dovecot (Debian) ready.\r\n"),
  139: answers(() => Buffer.from("830000018f", "hex")),
  143: says("* OK [CAPABILITY IMAP4rev1] Dovecot (Debian) ready.\r\n"),
  445: answers(() => Buffer.from("00000055fe534d4240000000009853c8", "hex")),
  515: answers(() => Buffer.from([0])),
  631: web("CUPS/2.4 IPP/2.1"),
  3306: says(mysql),
  3389: answers(() => Buffer.from("030000130ed000001234000209080002000000", "hex")),
  5432: answers((question) => (question.length === 8 ? "N" : "E")),
  6379: answers((question) =>
    question.toString().startsWith("INFO") ? "$60\r\n# Server\r\nredis_version:7.0.15\r\nos:Linux 6.1.0 x86_64\r\n" : "-ERR\r\n",
  ),
  9100: () => {},
};

const HOSTILE: Readonly<Record<string, Behaviour>> = {
  tarpit: () => {},
  endless: (socket) => repeat(socket, 20, () => Buffer.alloc(1024, "A")),
  flood: (socket) => {
    const block = Buffer.alloc(65_536, "B");
    const pour = (): void => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on("drain", pour);
    pour();
  },
  garbage: (socket) => void socket.write(Buffer.from(Array.from({ length: 700 }, (_, index) => (index * 73 + 128) & 255))),
  drip: (socket) => repeat(socket, 300, (index) => "220-x"[index % 5] as string),
  reset: (socket) => void socket.resetAndDestroy(),
  "all-open": () => {},
  markup: says("SSH-2.0-\u001b[31m<img/src=x> \u202e\u0000\u0007 x\r\n"),
};

function repeat(socket: Socket, everyMs: number, next: (index: number) => string | Buffer): void {
  let index = 0;
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : void socket.write(next(index++))), everyMs);
}

const serve =
  (usual: Behaviour): Behaviour =>
  (socket) => {
    socket.on("error", () => {});
    socket.setTimeout(20_000, () => socket.destroy());
    (HOSTILE[hostile.get(socket.localAddress ?? "") ?? ""] ?? usual)(socket);
  };

const listening: Promise<unknown>[] = [];
const listen = (server: ReturnType<typeof createServer>, port: number): void => {
  listening.push(new Promise<void>((resolve) => server.listen({ port, host: "0.0.0.0", backlog: 4096 }, resolve)));
};

for (const [port, behaviour] of Object.entries(SERVICES)) listen(createServer(serve(behaviour)), Number(port));
listen(createServer(serve(() => {})), 65_000);
const certificate = {
  cert: readFileSync(new URL("lab.cert.pem", import.meta.url)),
  key: readFileSync(new URL("lab.key.pem", import.meta.url)),
};
for (const [port, behaviour] of [
  [443, web("nginx/1.22.1")],
  [8443, web("Jetty(9.4.48)")],
  [993, says("* OK Dovecot ready.\r\n")],
] as const) {
  const secure = createSecureServer(certificate, behaviour);
  secure.on("tlsClientError", () => {});
  // Hostile hosts do not even begin to speak TLS.
  listen(createServer(serve((socket) => secure.emit("connection", socket))), port);
}

/** An SNMP answer with the community, request and names of the question. */
function snmp(question: Buffer): Buffer {
  const at = question.indexOf(Buffer.from([0xa0]), 5);
  const request = question.subarray(at + 2, at + 8);
  const variable = (oid: string, text: string): Buffer =>
    tagged(0x30, Buffer.concat([Buffer.from(`0608${oid}`, "hex"), tagged(0x04, Buffer.from(text))]));
  const variables = tagged(
    0x30,
    Buffer.concat([variable("2b06010201010100", "Cisco IOS Software, Version 15.2"), variable("2b06010201010500", "switch-7.lab.test")]),
  );
  const response = tagged(0xa2, Buffer.concat([request, Buffer.from("020100020100", "hex"), variables]));
  return tagged(0x30, Buffer.concat([Buffer.from("020101", "hex"), tagged(0x04, Buffer.from("public")), response]));
}

const tagged = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(body.length < 128 ? [tag, body.length] : [tag, 0x81, body.length]), body]);

function netbios(question: Buffer): Buffer {
  const entry = (name: string, kind: number, flags: number): Buffer =>
    Buffer.concat([Buffer.from(name.padEnd(15)), Buffer.from([kind, flags, 0])]);
  const names = Buffer.concat([Buffer.from([2]), entry("WORKGROUP", 0, 0x84), entry("FILES-01", 0, 0x04)]);
  const head = Buffer.from(question.subarray(0, 2).toString("hex") + "84000000000100000000", "hex");
  return Buffer.concat([head, question.subarray(12, 46), Buffer.from("0021000100000000", "hex"), Buffer.from([0, names.length]), names]);
}

function mdns(question: Buffer): Buffer {
  const name = Buffer.concat([Buffer.from([8]), Buffer.from("printer1"), Buffer.from([5]), Buffer.from("local"), Buffer.from([0])]);
  return Buffer.concat([
    Buffer.from("000084000000000100000000", "hex"),
    question.subarray(12, -4),
    Buffer.from("000c000100000078", "hex"),
    Buffer.from([0, name.length]),
    name,
  ]);
}

const DATAGRAMS: Readonly<Record<number, (question: Buffer) => Buffer>> = { 137: netbios, 161: snmp, 5353: mdns };
for (const { ip, udp } of hosts) {
  for (const port of udp) {
    const socket = createSocket("udp4");
    socket.on("message", (question, { address, port: from }) =>
      socket.send((DATAGRAMS[port] as (question: Buffer) => Buffer)(question), from, address),
    );
    // One socket a host: an answer leaves with the address that was asked.
    listening.push(new Promise<void>((resolve) => socket.bind(port, ip, resolve)));
  }
}

await Promise.all(listening);
process.stdout.write("READY\n");
