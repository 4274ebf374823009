import { createHmac } from "node:crypto";
import { verify } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { requestHeaders } from "../../src/attempt/request-headers.ts";
import { bodySignature, standardSignatures } from "../../src/attempt/sign.ts";
import { shipmentTo } from "./receiver.ts";

const BODY = '{"name":"Zürich \u{1f5c4}","n":1}';
const WHSEC = `whsec_${Buffer.from("0123456789abcdef01234567").toString("base64")}`;
const now = Math.floor(Date.now() / 1000);

/** Verifies as receivers do: with the reference implementation of Standard Webhooks, which keys other secrets raw. */
const standard = (secret: string): Webhook => (secret.startsWith("whsec_") ? new Webhook(secret) : new Webhook(secret, { format: "raw" }));

test.each(["s3cret", "clé-ключ", WHSEC, "x".repeat(200)])(
  "the signature of the body is the one that GitHub's receivers verify: %s",
  async (secret) => {
    expect(await verify(secret, BODY, bodySignature(secret, BODY))).toBe(true);
    expect(await verify(`${secret}!`, BODY, bodySignature(secret, BODY))).toBe(false);
    expect(bodySignature(secret, BODY)).toMatch(/^sha256=[0-9a-f]{64}$/);
  },
);

test.each([[["one-secret"]], [["new-secret", "old-secret"]], [[WHSEC]], [[WHSEC, "old-secret"]]])(
  "Standard Webhooks verifies with each of %j",
  async (secrets) => {
    const headers = requestHeaders(shipmentTo("http://receiver.test/", { body: BODY, secrets }), { prefix: "X-Service-", timestamp: now });
    for (const secret of secrets) {
      expect(standard(secret).verify(BODY, headers)).toEqual(JSON.parse(BODY));
      expect(() => standard(secret).verify(`${BODY} `, headers)).toThrow("No matching signature found");
      expect(() => standard(secret).verify(BODY, { ...headers, "webhook-id": "d-2" })).toThrow("No matching signature found");
    }
    expect(() => standard("another").verify(BODY, headers)).toThrow("No matching signature found");
    expect(await verify(secrets[0] ?? "", BODY, headers["X-Service-Signature"] ?? "")).toBe(true);
  },
);

test("a secret that only looks like whsec_ is a key as it is", () => {
  const message = { deliveryId: "d-1", timestamp: 1, body: "{}" };
  for (const secret of ["whsec_", "whsec_not base64", "whsec_abc", "whsec_ä==="]) {
    expect(standardSignatures([secret], message)).toBe(`v1,${createHmac("sha256", secret).update("d-1.1.{}").digest("base64")}`);
  }
  for (const bytes of [1, 2, 3, 24, 64]) {
    const key = Buffer.alloc(bytes, 7);
    expect(standardSignatures([`whsec_${key.toString("base64")}`], message)).toBe(
      `v1,${createHmac("sha256", key).update("d-1.1.{}").digest("base64")}`,
    );
  }
});

test("without a secret nothing is signed, and the rest is there", () => {
  expect(requestHeaders(shipmentTo("http://receiver.test/"), { prefix: "X-Acme-", timestamp: 12 })).toEqual({
    "User-Agent": "Cadastre-Webhooks",
    "Content-Type": "application/json",
    "X-Acme-Event": "device.created",
    "X-Acme-Delivery": "d-1",
    "X-Acme-Timestamp": "12",
    "webhook-id": "d-1",
    "webhook-timestamp": "12",
  });
});
