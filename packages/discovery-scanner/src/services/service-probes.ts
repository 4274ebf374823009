import { printable } from "@cadastre/inventory-core/scanning";
import { dnsQuestion, isDnsAnswer, textsIn } from "../names/dns-message.ts";
import type { Recognised } from "./greetings.ts";

/** A protocol in which the client speaks first: what to say, and how its answer is known. */
export interface ServiceProbe {
  readonly ports: readonly number[];
  readonly bytes: Buffer;
  recognise(answer: Buffer): Recognised | undefined;
}

const plain = (service: string, version = "", text = ""): Recognised => ({ service, version, text });

const redis: ServiceProbe = {
  ports: [6379],
  bytes: Buffer.from("INFO server\r\n"),
  recognise: (answer) => {
    const text = answer.toString("latin1");
    const version = /^redis_version:([\w.-]{1,40})\r?$/m.exec(text)?.[1];
    if (version !== undefined) return plain("redis", version, printable(/^os:([^\r\n]+)/m.exec(text)?.[1] ?? ""));
    return /^-(?:NOAUTH|ERR|DENIED|NOPERM)\b/.test(text) ? plain("redis") : undefined;
  },
};

/** SSLRequest: the answer is one letter, S or N, before anybody says who they are. */
const postgresql: ServiceProbe = {
  ports: [5432, 5433],
  bytes: Buffer.from("0000000804d2162f", "hex"),
  recognise: (answer) => (answer.length === 1 && (answer[0] === 0x53 || answer[0] === 0x4e) ? plain("postgresql") : undefined),
};

/** `version.bind` TXT in class CHAOS, with the length before it that TCP needs. */
const bindVersion = dnsQuestion("version.bind", "TXT", { class: "CHAOS" });
const dns: ServiceProbe = {
  ports: [53],
  bytes: Buffer.concat([Buffer.from([0, bindVersion.length]), bindVersion]),
  recognise: (answer) => {
    const message = answer.subarray(2);
    if (!isDnsAnswer(message)) return undefined;
    const version = printable(textsIn(message)?.[0] ?? "");
    return plain("dns", version, version);
  },
};

/** Negotiation of SMB 2.0.2 to 3.1.1, as a server that knows SMB 1 only refuses it in its own words. */
const smb: ServiceProbe = {
  ports: [445],
  bytes: ((): Buffer => {
    const header = Buffer.alloc(64);
    header.write("\u00feSMB", "latin1");
    header.writeUInt16LE(64, 4);
    const body = Buffer.alloc(36 + 4);
    body.writeUInt16LE(36, 0);
    body.writeUInt16LE(2, 2);
    body.writeUInt16LE(1, 4);
    body.writeUInt16LE(0x0202, 36);
    body.writeUInt16LE(0x0210, 38);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(header.length + body.length);
    return Buffer.concat([length, header, body]);
  })(),
  recognise: (answer) => {
    const magic = answer.toString("latin1", 4, 8);
    if (magic === "\u00feSMB") return plain("smb", "SMB 2 or 3");
    return magic === "\u00ffSMB" ? plain("smb", "SMB 1") : undefined;
  },
};

/** X.224 connection request that offers TLS (MS-RDPBCGR 2.2.1.1); the answer is a connection confirm. */
const rdp: ServiceProbe = {
  ports: [3389],
  bytes: Buffer.from("030000130ee000000000000100080003000000", "hex"),
  recognise: (answer) => (answer.length >= 7 && answer[0] === 0x03 && answer[1] === 0x00 && answer[5] === 0xd0 ? plain("rdp") : undefined),
};

/** A session request with names that nobody has (RFC 1002, 4.3.2): accepted, refused or sent elsewhere. */
const nobody = Buffer.from(`\u0020${"CA".repeat(16)}\0`, "latin1");
const netbiosSession: ServiceProbe = {
  ports: [139],
  bytes: Buffer.concat([Buffer.from([0x81, 0, 0, nobody.length * 2]), nobody, nobody]),
  recognise: (answer) =>
    answer.length >= 4 && (answer[0] as number) >= 0x82 && (answer[0] as number) <= 0x84 ? plain("netbios-ssn") : undefined,
};

const PROBES: readonly ServiceProbe[] = [redis, postgresql, dns, smb, rdp, netbiosSession];

/** What to say at a port where the client speaks first; undefined elsewhere. */
export const probeFor = (port: number): ServiceProbe | undefined => PROBES.find(({ ports }) => ports.includes(port));
