import type { SnmpCredentials } from "./snmp-target.ts";

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const REPORT = 0xa8;
const AUTH_FLAG = 1;
const PRIV_FLAG = 2;
const VERSIONS = { "2c": 1, "3": 3 } as const;

/** A field of BER: its tag, and where its body lies. */
interface Field {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a datagram may be a response to one who asks with these credentials. What is asked for with authentication is answered with
 * it: the SNMP library checks a signature only where the response says that it has one. Without one only a report is taken, by which
 * engines tell of themselves (RFC 3414 §4).
 */
export function mayAnswer(bytes: Buffer, credentials: SnmpCredentials): boolean {
  const message = fieldsOf(bytes, 0, bytes.length, 1)[0];
  if (message?.tag !== SEQUENCE) return false;
  const [version, header, security, data] = fieldsOf(bytes, message.start, message.end, 4);
  if (version?.tag !== INTEGER || bytes[version.end - 1] !== VERSIONS[credentials.version]) return false;
  if (credentials.version === "2c") return true;
  if (header?.tag !== SEQUENCE || security?.tag !== OCTET_STRING || data === undefined) return false;
  const flagField = fieldsOf(bytes, header.start, header.end, 4)[2];
  if (flagField?.tag !== OCTET_STRING || flagField.end - flagField.start !== 1) return false;
  const flags = bytes[flagField.start] as number;
  const needed = AUTH_FLAG | (credentials.privacy === undefined ? 0 : PRIV_FLAG);
  if ((flags & needed) === needed) return true;
  return (flags & (AUTH_FLAG | PRIV_FLAG)) === 0 && data.tag === SEQUENCE && fieldsOf(bytes, data.start, data.end, 3)[2]?.tag === REPORT;
}

/** Fields that follow each other, `most` at most; what is cut off is left out. */
function fieldsOf(bytes: Buffer, from: number, to: number, most: number): Field[] {
  const fields: Field[] = [];
  for (let at = from; at + 2 <= to && fields.length < most;) {
    const tag = bytes[at] as number;
    let length = bytes[at + 1] as number;
    at += 2;
    if (length > 0x80) {
      const octets = length & 0x7f;
      if (octets > 4 || at + octets > to) break;
      length = bytes.readUIntBE(at, octets);
      at += octets;
    } else if (length === 0x80) break;
    if (at + length > to) break;
    fields.push({ tag, start: at, end: at + length });
    at += length;
  }
  return fields;
}
