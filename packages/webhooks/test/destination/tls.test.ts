import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ALLOWED_ADDRESS, sendTo } from "../attempt/receiver.ts";

// A certificate for tests alone, for the name receiver.test; its key is no secret.
const cert = readFileSync(new URL("../attempt/receiver.cert.pem", import.meta.url), "utf8");
const key = readFileSync(new URL("../attempt/receiver.key.pem", import.meta.url), "utf8");

/** Names that clients asked for by SNI. */
const named: string[] = [];
const SNICallback = (name: string, done: (error: Error | null) => void): void => {
  named.push(name);
  done(null);
};
const open = new Set<Socket>();
const server = createServer({ cert, key, SNICallback }, (socket: TLSSocket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
});
server.on("connection", (socket: Socket) => {
  open.add(socket);
  socket.on("close", () => open.delete(socket));
});
const trusted = getCACertificates("default");
const resolve = async (): Promise<string[]> => [ALLOWED_ADDRESS];
const network = { resolve, dial: (): Socket => connect({ host: "127.0.0.1", port: (server.address() as AddressInfo).port }) };

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});

afterAll(() => {
  setDefaultCACertificates(trusted);
  server.close();
});

test("a certificate that nobody trusts ends the attempt before anything is sent", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const outcome = await sendTo({ network }, { url: "https://receiver.test/" });
  vi.unstubAllEnvs();
  expect(outcome).toMatchObject({
    delivered: false,
    status: null,
    error: "The certificate of the receiver is not signed by a trusted CA (DEPTH_ZERO_SELF_SIGNED_CERT).",
  });
  await vi.waitFor(() => expect(open.size).toBe(0));
});

test("the certificate is verified against the name, not the address", async () => {
  setDefaultCACertificates([...trusted, cert]);
  named.length = 0;
  for (const url of ["https://receiver.test/", "https://receiver.test./", "https://RECEIVER.test:8443/"]) {
    expect(await sendTo({ network }, { url })).toMatchObject({ delivered: true, status: 200, body: "ok" });
  }
  expect(named).toEqual(["receiver.test", "receiver.test", "receiver.test"]);
  for (const url of ["https://other.test/", `https://${ALLOWED_ADDRESS}/`, "https://[fd12::1]/"]) {
    expect((await sendTo({ network }, { url, headers: { Host: "receiver.test" } })).error).toBe(
      "The certificate of the receiver is for another name (ERR_TLS_CERT_ALTNAME_INVALID).",
    );
  }
  expect(named.slice(3)).toEqual(["other.test"]);
  await vi.waitFor(() => expect(open.size).toBe(0));
});

test("what does not speak TLS, or is silent, ends in a sentence", async () => {
  const speaking = (first: string) => ({
    resolve,
    dial: (): Socket => {
      const socket = network.dial();
      // Nothing of ours is understood by the other side, which answers with an alert or waits.
      socket.write(first);
      return socket;
    },
  });
  expect((await sendTo({ network: speaking("GET / HTTP/1.1\r\n\r\n") }, { url: "https://receiver.test/" })).error).toMatch(/TLS|closed/);
  expect(
    (await sendTo({ network: speaking("\u0016\u0003\u0001\u0040\u0000") }, { url: "https://receiver.test/", timeoutMs: 300 })).error,
  ).toMatch(/agreeing on TLS|TLS|closed/);
  await vi.waitFor(() => expect(open.size).toBe(0));
});
