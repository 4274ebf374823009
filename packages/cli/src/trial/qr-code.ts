import { networkInterfaces } from "node:os";
import { renderUnicodeCompact } from "uqr";
import { isLoopback } from "./loopback.ts";

/**
 * The address of a server as others of its network reach it.
 * @param url the server's own, which is of loopback also when it listens on all interfaces
 * @param hostname where it listens
 * @returns undefined when only this machine reaches it
 */
export function addressForOthers(
  url: string,
  hostname: string,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): string | undefined {
  if (isLoopback(hostname)) return undefined;
  if (!["", "0.0.0.0", "::"].includes(hostname)) return url;
  const others = Object.values(interfaces).flatMap((all = []) => all.filter(({ internal, family }) => !internal && family === "IPv4"));
  const [first] = others;
  if (first === undefined) return undefined;
  const address = new URL(url);
  address.hostname = first.address;
  return address.origin;
}

/** A QR code of half blocks, each line indented. Terminals with dark ground show it the other way around, which readers take as well. */
export function qrCode(text: string): string {
  return renderUnicodeCompact(text)
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
}
