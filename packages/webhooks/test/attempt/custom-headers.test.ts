import fc from "fast-check";
import { expect, test } from "vitest";
import { headerNameProblem, headerValueProblem } from "../../src/attempt/custom-headers.ts";
import { requestHeaders } from "../../src/attempt/request-headers.ts";
import { shipmentTo } from "./receiver.ts";
import { ANY_CHARACTER } from "../../../../testing/any-character.ts";

test.each(["Authorization", "X-Own", "x_own", "User-Agent", "Accept", "X-Servic", "contents", "te-st", "a|b~c"])(
  "%s may be set",
  (name) => {
    expect(headerNameProblem(name, "X-Service-")).toBeUndefined();
  },
);

test.each([
  "",
  "a b",
  "a:b",
  "ä",
  "a\r\nb",
  "a\0",
  "(a)",
  "a".repeat(257),
  "Host",
  "hOST",
  "Content-Type",
  "content-length",
  "Connection",
  "Transfer-Encoding",
  "TE",
  "Trailer",
  "Upgrade",
  "Keep-Alive",
  "Expect",
  "Proxy-Authorization",
  "proxy-connection",
  "webhook-id",
  "Webhook-Signature",
  "X-Service-Event",
  "x-service-anything",
])("%j may not be set", (name) => {
  expect(headerNameProblem(name, "X-Service-")).toMatch(/^(must be|is set)/);
});

test("the prefix is the one that is configured", () => {
  expect(headerNameProblem("X-Acme-Own", "X-Acme-")).toBeDefined();
  expect(headerNameProblem("X-Service-Own", "X-Acme-")).toBeUndefined();
});

test.each(["", "plain", "é", "a b", "ÿ".repeat(4096)])("%j may be a value", (value) => {
  expect(headerValueProblem(value)).toBeUndefined();
});

test.each(["a\r\nX-Other: b", "a\nb", "a\0b", "a\tb", "a\u007f", "\u0085", "€", "\u{1f5c4}", "\ud800", "a".repeat(4097)])(
  "%j may not be a value",
  (value) => {
    expect(headerValueProblem(value)).toMatch(/^must /);
  },
);

test("the service's own headers win over whatever was saved", () => {
  const shipment = shipmentTo("http://receiver.test/", {
    headers: {
      "x-SERVICE-event": "forged",
      "WEBHOOK-id": "forged",
      "content-type": "forged/x",
      Host: "forged",
      bad: "forged\r\nX: y",
      "user-agent": "mine",
      "X-Own": "kept",
    },
  });
  const headers = requestHeaders(shipment, { prefix: "X-Service-", timestamp: 1 });
  expect(JSON.stringify(headers)).not.toContain("forged");
  expect(headers).toMatchObject({ "user-agent": "mine", "X-Own": "kept" });
  expect(headers).not.toHaveProperty("User-Agent");
});

test("what is accepted can be sent", () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 8 }), fc.string({ unit: ANY_CHARACTER, maxLength: 8 }), (name, value) => {
      if (headerNameProblem(name, "X-Service-") !== undefined || headerValueProblem(value) !== undefined) return;
      // Undici's own Headers, and Node's, take nothing that HTTP cannot carry.
      expect(() => new Headers([[name, value]])).not.toThrow();
    }),
  );
});
