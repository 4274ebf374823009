import { get } from "node:https";
import { expect, test } from "vitest";
import { startServer } from "./support/start.ts";

// A certificate for tests alone; its key is no secret.
const tls = {
  certFile: new URL("support/localhost.cert.pem", import.meta.url).pathname,
  keyFile: new URL("support/localhost.key.pem", import.meta.url).pathname,
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

test("a certificate that cannot be read is said to be one", async () => {
  await expect(startServer({ http: { tls: { ...tls, certFile: "/nowhere.pem" } } })).rejects.toMatchObject({ cause: { code: "HTTP_LISTEN_FAILED" } });
});
