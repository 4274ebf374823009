import { isIPv6 } from "node:net";
import { printable } from "@cadastre/inventory-core/scanning";
import type { Recognised } from "./greetings.ts";

/** Ports where waiting for the server to speak first would be in vain. */
const HTTP_PORTS: ReadonlySet<number> = new Set([
  80, 81, 631, 2375, 3000, 3128, 5000, 5001, 5357, 5601, 5985, 7001, 8000, 8008, 8080, 8081, 8082, 8083, 8086, 8088, 8089, 8123, 8181, 8500,
  8888, 9000, 9090, 9091, 9093, 9200, 9999, 15_672, 16_992, 32_400,
]);

export const isHttpPort = (port: number): boolean => HTTP_PORTS.has(port);

/** HTTP/1.0, so that the answer is neither in chunks nor kept open; nothing says that it may be compressed. */
export const httpQuestion = (ip: string): string =>
  `GET / HTTP/1.0\r\nHost: ${isIPv6(ip) ? `[${ip}]` : ip}\r\nUser-Agent: Cadastre\r\nAccept: */*\r\nConnection: close\r\n\r\n`;

/** The server of an HTTP answer. Where it points to is not followed. */
export function recogniseHttp(answer: Buffer): Recognised | undefined {
  const text = answer.toString("latin1");
  if (!/^HTTP\/\d(?:\.\d)? \d{3}/.test(text)) return undefined;
  const [head = ""] = text.split("\r\n\r\n", 1);
  const server = /^Server:[ \t]*([^\r\n]*)/im.exec(head)?.[1] ?? "";
  const version = printable(Buffer.from(server, "latin1"));
  return { service: "http", version, text: version };
}

/** A web server that was spoken to without TLS says that it wants it. */
export const wantsTls = (answer: Buffer): boolean => /HTTPS (?:port|server|scheme)|SSL-enabled server/i.test(answer.toString("latin1"));
