import { Readable } from "node:stream";
import { brotliCompressSync, createGzip, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { readAnswer } from "../../src/attempt/read-answer.ts";
import { answering, sendTo, startReceiver } from "./receiver.ts";

const TEXT = '{"ok":"Zürich"}';

test.each([
  ["gzip", gzipSync(TEXT)],
  ["X-GZIP", gzipSync(TEXT)],
  ["deflate", deflateSync(TEXT)],
  ["br", brotliCompressSync(TEXT)],
  ["zstd", zstdCompressSync(TEXT)],
  ["identity", Buffer.from(TEXT)],
  ["", Buffer.from(TEXT)],
  ["gzip, br", brotliCompressSync(gzipSync(TEXT))],
  ["toString", Buffer.from(TEXT)],
])("a body in %j is decoded", async (coding, body) => {
  expect(await readAnswer(Readable.from([body]), coding)).toBe(TEXT);
  // Byte by byte, too.
  expect(await readAnswer(Readable.from([...body].map((byte) => Buffer.from([byte]))), coding)).toBe(TEXT);
});

test("three codings are not undone", async () => {
  const body = gzipSync(gzipSync(gzipSync(TEXT)));
  expect(await readAnswer(Readable.from([body]), "gzip, gzip, gzip")).not.toContain("Z");
});

test.each([
  ["a".repeat(5000), "a".repeat(4096)],
  [`${"a".repeat(4095)}é`, "a".repeat(4095)],
  [`${"a".repeat(4094)}\u{1f5c4}`, "a".repeat(4094)],
  ["a\0b", "a\ufffdb"],
  ["", ""],
])("what is kept ends at a character: %#", async (body, kept) => {
  expect(await readAnswer(Readable.from([Buffer.from(body)]), undefined)).toBe(kept);
});

test("any bytes become a text of at most 4 KiB that databases take", async () => {
  for (const fill of [0, 0xff, 0xc3, 0xed, 0xf0]) {
    const text = await readAnswer(Readable.from([Buffer.alloc(10_000, fill)]), undefined);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
    expect([text.isWellFormed(), text.includes("\0")]).toEqual([true, false]);
  }
});

test("a stream is read to 64 KiB and destroyed", async () => {
  let given = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        given += 1024;
        yield Buffer.alloc(1024, 97);
      }
    })(),
  );
  expect(await readAnswer(endless, undefined)).toBe("a".repeat(4096));
  expect(endless.destroyed).toBe(true);
  expect(given).toBeLessThan(128 * 1024);
});

test("a stream that breaks off gives what came until then", async () => {
  const broken = (bytes: Buffer): Readable =>
    Readable.from(
      (function* () {
        yield bytes;
        throw Object.assign(new Error("broken"), { code: "ECONNRESET" });
      })(),
    );
  expect(await readAnswer(broken(Buffer.from("a")), undefined)).toBe("a");
  expect(TEXT).toContain(await readAnswer(broken(gzipSync(TEXT).subarray(0, 10)), "gzip"));
});

/** 256 MiB of zeros, 256 KiB coded; coded again, 4 KiB or so. */
async function bomb(): Promise<Buffer> {
  const parts: Buffer[] = [];
  const zeros = Buffer.alloc(1 << 20);
  const coded = Readable.from(Array.from({ length: 256 }, () => zeros)).pipe(createGzip({ level: 9 }));
  for await (const chunk of coded as AsyncIterable<Buffer>) parts.push(chunk);
  return Buffer.concat(parts);
}

test("a bomb of 256 MiB costs no memory, coded once or twice", async () => {
  const once = await bomb();
  for (const [coding, body] of [
    ["gzip", once],
    ["gzip, gzip", gzipSync(once)],
  ] as const) {
    await using receiver = await startReceiver(
      answering(
        Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`), body]),
      ),
    );
    let most = 0;
    const before = process.memoryUsage();
    const watch = setInterval(() => {
      const now = process.memoryUsage();
      most = Math.max(most, now.external - before.external, now.arrayBuffers - before.arrayBuffers);
    }, 1);
    expect(await sendTo(receiver)).toMatchObject({ delivered: true, status: 200 });
    clearInterval(watch);
    const after = process.memoryUsage();
    most = Math.max(most, after.external - before.external);
    expect(most).toBeLessThan(10 * 1024 * 1024);
  }
});
