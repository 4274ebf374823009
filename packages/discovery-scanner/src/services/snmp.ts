import { randomInt } from "node:crypto";
import type { ObservedService } from "@cadastre/inventory-core";
import { printable } from "@cadastre/inventory-core/scanning";
import { hostName } from "../names/host-name.ts";
import type { FoundName } from "../names/reverse-names.ts";
import type { ScanContext } from "../scan-context.ts";
import { askUdp } from "./udp-question.ts";

const PORT = 161;
/** 1.3.6.1.2.1.1.1.0 and .5.0 of SNMPv2-MIB. */
const SYS_DESCR = Buffer.from("2b06010201010100", "hex");
const SYS_NAME = Buffer.from("2b06010201010500", "hex");
const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const GET = 0xa0;
const RESPONSE = 0xa2;

export interface SnmpAnswer {
  readonly description: string;
  readonly name?: FoundName;
  readonly service: ObservedService;
}

/** Asks a host for its description and name by SNMP v2c. */
export async function askSnmp(
  context: Pick<ScanContext, "signal" | "bucket">,
  ip: string,
  community: string,
): Promise<SnmpAnswer | undefined> {
  const request = randomInt(1, 0x7fff_ffff);
  const answer = await askUdp(context, ip, PORT, question(community, request));
  const values = answer === undefined ? undefined : valuesIn(answer, request);
  if (values === undefined) return undefined;
  const description = printable(values[0] ?? "");
  const name = hostName(printable(values[1] ?? ""));
  return {
    description,
    ...(name === undefined ? {} : { name: { text: name, source: "snmp" } }),
    service: { port: PORT, protocol: "udp", service: "snmp", version: description },
  };
}

function question(community: string, request: number): Buffer {
  const id = Buffer.alloc(4);
  id.writeInt32BE(request);
  const wanted = [SYS_DESCR, SYS_NAME].map((oid) => field(SEQUENCE, field(OBJECT_ID, oid), Buffer.from([0x05, 0x00])));
  const zero = field(INTEGER, Buffer.from([0]));
  return field(
    SEQUENCE,
    field(INTEGER, Buffer.from([1])),
    field(OCTET_STRING, Buffer.from(community)),
    field(GET, field(INTEGER, id), zero, zero, field(SEQUENCE, ...wanted)),
  );
}

function field(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 0x80 ? [body.length] : [0x81, body.length];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** Texts of the variables, in order; undefined for what is no answer to the request. */
export function valuesIn(answer: Buffer, request: number): Buffer[] | undefined {
  const message = fieldsOf(fieldsOf(answer)[0]?.body);
  const response = message[2];
  if (response?.tag !== RESPONSE) return undefined;
  const [id, status, , variables] = fieldsOf(response.body);
  if (id === undefined || id.body.length === 0 || id.body.length > 6 || id.body.readIntBE(0, id.body.length) !== request) return undefined;
  if (status === undefined || status.body.some((byte) => byte !== 0)) return undefined;
  return fieldsOf(variables?.body).map(({ body }) => {
    const value = fieldsOf(body)[1];
    return value?.tag === OCTET_STRING ? value.body : Buffer.alloc(0);
  });
}

/** Fields that follow each other; what is cut off or too deep is left out. */
function fieldsOf(bytes: Buffer | undefined): { tag: number; body: Buffer }[] {
  const fields: { tag: number; body: Buffer }[] = [];
  for (let at = 0; bytes !== undefined && at + 2 <= bytes.length && fields.length < 16;) {
    const tag = bytes[at] as number;
    let length = bytes[at + 1] as number;
    at += 2;
    if (length > 0x80) {
      const octets = length & 0x7f;
      if (octets > 4 || at + octets > bytes.length) break;
      length = bytes.readUIntBE(at, octets);
      at += octets;
    }
    if (at + length > bytes.length) break;
    fields.push({ tag, body: bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
}
