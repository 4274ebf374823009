import { printable } from "@cadastre/inventory-core/scanning";

/** What a service said that it is. */
export interface Recognised {
  readonly service: string;
  /** Empty when it did not say. */
  readonly version: string;
  /** What it said, for the guess at the system. */
  readonly text: string;
}

/** The first octet of a telnet command, and the commands that open a connection. */
const isTelnet = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && bytes.length >= 3 && (bytes[1] as number) >= 0xfb && (bytes[1] as number) <= 0xfe;

/** Recognises a service that speaks first; undefined when what it said is no protocol that is known. */
export function recogniseGreeting(bytes: Buffer, port: number): Recognised | undefined {
  if (isTelnet(bytes)) return { service: "telnet", version: "", text: printable(bytes.subarray(3)) };
  const mysql = mysqlGreeting(bytes);
  if (mysql !== undefined) return mysql;
  const [first = ""] = bytes.toString("latin1").split(/\r?\n/, 1);
  const text = printable(bytes.subarray(0, first.length));
  const ssh = /^SSH-\d\.\d+-([\x21-\x7e]+)(?: ([\x20-\x7e]*))?/.exec(first);
  if (ssh !== null) return { service: "ssh", version: printable(`${(ssh[1] ?? "").replace("_", " ")} ${ssh[2] ?? ""}`), text };
  if (/^220[ -]/.test(first)) return { ...(isFtp(first, port) ? versionOf("ftp", first) : versionOf("smtp", first)), text };
  if (/^\+OK\b/.test(first)) return { ...versionOf("pop3", first), text };
  if (/^\* (?:OK|PREAUTH)\b/.test(first)) return { ...versionOf("imap", first), text };
  const vnc = /^RFB (\d{3})\.(\d{3})/.exec(first);
  if (vnc !== null) return { service: "vnc", version: `RFB ${Number(vnc[1])}.${Number(vnc[2])}`, text };
  if (/^@RSYNCD: ([\d.]+)/.test(first)) return { service: "rsync", version: text.slice("@RSYNCD: ".length), text };
  if (/^HTTP\/1\.[01] \d{3}/.test(first)) return { service: "http", version: "", text };
  return undefined;
}

/** Mail and file servers greet alike: their words tell, else the port. */
function isFtp(greeting: string, port: number): boolean {
  if (/\bE?SMTP\b|Postfix|Exim|Sendmail/i.test(greeting)) return false;
  return /FTP|FileZilla/i.test(greeting) || port === 21 || port === 2121;
}

const MAIL_SERVERS = "Postfix|Exim|Sendmail|Dovecot|Courier|Cyrus|OpenSMTPD|Haraka|Microsoft ESMTP MAIL Service|hMailServer|MailEnable";
const FTP_SERVERS = "vsFTPd|ProFTPD|Pure-FTPd|FileZilla Server|Microsoft FTP Service";
const PRODUCTS = new RegExp(`\\b(${MAIL_SERVERS}|${FTP_SERVERS})\\b(?:[ /,]*(?:Version:? )?(v?\\d[\\w.-]*))?`, "i");

function versionOf(service: string, greeting: string): { service: string; version: string } {
  const product = PRODUCTS.exec(greeting);
  return { service, version: product === null ? "" : printable(`${product[1] ?? ""} ${product[2] ?? ""}`) };
}

/** A packet with its length, number 0, protocol 10 and the version; or number 255 and why this client is refused. */
function mysqlGreeting(bytes: Buffer): Recognised | undefined {
  if (bytes.length < 8 || bytes[3] !== 0) return undefined;
  const length = bytes.readUIntLE(0, 3);
  if (length + 4 > bytes.length || length > 1024) return undefined;
  const body = bytes.subarray(4, 4 + length);
  if (body[0] === 0xff) {
    const text = printable(body.subarray(3));
    return /MySQL|MariaDB|Host |connections/i.test(text)
      ? { service: /MariaDB/i.test(text) ? "mariadb" : "mysql", version: "", text }
      : undefined;
  }
  const end = body.indexOf(0, 1);
  if (body[0] !== 10 || end < 2 || end > 100) return undefined;
  const version = printable(body.subarray(1, end));
  if (!/^\d+\.\d/.test(version)) return undefined;
  return { service: /MariaDB/i.test(version) ? "mariadb" : "mysql", version, text: version };
}
