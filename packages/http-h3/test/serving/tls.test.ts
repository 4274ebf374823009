import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { get } from "node:https";
import { expect, test } from "vitest";
import { startServer } from "../support/start.ts";

// A certificate for tests alone; its key is no secret.
const tls = {
  certFile: new URL("../support/localhost.cert.pem", import.meta.url).pathname,
  keyFile: new URL("../support/localhost.key.pem", import.meta.url).pathname,
};

/** What comes over TLS, and how it ends. */
async function over(url: string): Promise<{ headers: Record<string, unknown>; text: string; failed: boolean }> {
  return await new Promise((resolve, reject) => {
    get(url, { rejectUnauthorized: false, headers: { authorization: "Bearer admin" } }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("error", () => resolve({ headers: response.headers, text, failed: true }));
      response.on("end", () => resolve({ headers: response.headers, text, failed: false }));
    }).on("error", reject);
  });
}

test("over TLS: Strict-Transport-Security, lists, a failure in mid-list, a stop", async () => {
  const server = await startServer({ http: { tls } });
  expect(server.url).toMatch(/^https:/);
  const record = await over(`${server.url}/api/probes/p1`);
  expect(record.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(JSON.parse((await over(`${server.url}/api/probes?count=5000`)).text)).toHaveLength(5000);
  const broken = await over(`${server.url}/api/probes?count=5000&failAt=3000&pad=100`);
  expect([broken.failed, broken.text.endsWith("]")]).toEqual([true, false]);
  expect((await over(`${server.url}/healthz`)).failed).toBe(false);
  await server.close();
});

test("a certificate or key that cannot be used is named in a sentence", async () => {
  const noPem = new URL(import.meta.url).pathname;
  const { privateKey } = generateKeyPairSync("ed25519");
  const otherKey = join(mkdtempSync(join(tmpdir(), "cadastre-tls-")), "other.pem");
  writeFileSync(otherKey, privateKey.export({ type: "pkcs8", format: "pem" }));
  const reasonFor = async (files: Partial<typeof tls>): Promise<string> => {
    const error: unknown = await startServer({ http: { tls: { ...tls, ...files } } }).catch((failure: unknown) => failure);
    return ((error as Error).cause as Error).message;
  };
  expect(await reasonFor({ certFile: "/nowhere.pem" })).toMatch(/^cannot listen on .*: \/nowhere.pem cannot be read/);
  expect(await reasonFor({ certFile: noPem })).toContain(`${noPem} is not a certificate in PEM form`);
  expect(await reasonFor({ keyFile: noPem })).toContain(`${noPem} is not a private key without a passphrase in PEM form`);
  expect(await reasonFor({ keyFile: otherKey })).toContain(`the key in ${otherKey} does not match the certificate in ${tls.certFile}`);
  rmSync(dirname(otherKey), { recursive: true });
});
