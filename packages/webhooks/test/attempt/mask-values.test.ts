import { MASK } from "../../src/webhooks/webhook-record.ts";
import { expect, test, vi } from "vitest";
import { answering, sendTo, startReceiver } from "./receiver.ts";
import { maskValues } from "../../src/attempt/mask-values.ts";

test("values of headers and secrets are masked whole, as JSON, by word, and cut off at the end of a text", () => {
  const secrets = ["Bearer t0ken-12345", 'pass"word', "ab"];
  expect(maskValues('got Bearer t0ken-12345, t0ken-12345, pass\\"word and ab', secrets)).toBe(`got ${MASK}, ${MASK}, ${MASK} and ab`);
  expect(maskValues("the end is t0ken-1", secrets)).toBe(`the end is ${MASK}`);
  expect(maskValues("nothing of it", secrets)).toBe("nothing of it");
});

test("an answer that echoes a header of the webhook is kept with the value masked", async () => {
  await using receiver = await startReceiver(answering("HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\nsaw t0ken-123456"));
  expect((await sendTo(receiver, { headers: { "X-Key": "t0ken-123456" } })).body).toBe(`saw ${MASK}`);
});

test("of very many words, those whose beginning stands in the text are looked for", () => {
  const secrets = Array.from({ length: 50 }, (_, at) =>
    Array.from({ length: 800 }, (_, word) => (10_000 + at * 800 + word).toString(36).padStart(4, "z")).join(" "),
  );
  const looked = vi.spyOn(String.prototype, "replaceAll");
  const masked = maskValues(`The receiver said ${secrets[7]?.slice(0, 9)}.`, secrets);
  const { length } = looked.mock.calls;
  looked.mockRestore();
  expect(masked).toBe(`The receiver said ${MASK} ${MASK}.`);
  expect(length).toBeLessThan(10);
});
