import * as nodeCrypto from "node:crypto";
import * as nodeNet from "node:net";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { deserialize as nodeDeserialize, serialize as nodeSerialize } from "node:v8";
import { describe, expect, it } from "vitest";
import * as buffer from "../engine/node/buffer.ts";
import * as crypto from "../engine/node/crypto.ts";
import * as files from "../engine/node/files.ts";
import * as net from "../engine/node/net.ts";
import { deserialize, serialize } from "../engine/node/v8.ts";
import * as zlib from "../engine/node/zlib.ts";

const TEXTS = ["", "a", "Nygårdsgaten 5", "x".repeat(10_000), "\u{1F5A7}\0"];
const CODINGS = ["base64", "base64url", "hex"] as const;

describe("what stands in for modules of Node in a browser", () => {
  it.each(CODINGS)("hashes as Node does, in %s", (coding) => {
    for (const text of TEXTS) {
      expect(crypto.hash("sha256", text, coding)).toBe(nodeCrypto.hash("sha256", text, coding));
      const [ours, theirs] = [crypto, nodeCrypto].map((one) => one.createHash("sha256").update(text).update(text).digest(coding));
      expect(ours).toBe(theirs);
    }
  });

  it("hashes what it knows, and has no keys", () => {
    expect(() => crypto.createHash("md5")).toThrow("sha256 alone");
    expect(() => crypto.createHmac()).toThrow("no keys");
  });

  it("compares, and makes what is random", () => {
    const bytes = crypto.randomBytes(24);
    expect(bytes.toString("base64url")).toBe(Buffer.from(bytes).toString("base64url"));
    expect(crypto.timingSafeEqual(bytes, Uint8Array.from(bytes))).toBe(true);
    expect(crypto.timingSafeEqual(bytes, Uint8Array.from(bytes).fill(0, 23).fill(1, 0, 1))).toBe(false);
    expect(crypto.randomUUID()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(crypto.randomUUID()).not.toBe(crypto.randomUUID());
  });

  it("writes bytes as Node does", () => {
    for (const text of TEXTS)
      for (const coding of ["utf8", ...CODINGS]) {
        expect(buffer.Buffer.from(text).toString(coding as "hex")).toBe(Buffer.from(text).toString(coding as "hex"));
      }
    expect([Uint8Array.of(0xc3, 0xa5), Uint8Array.of(0xc3)].map((bytes) => buffer.isUtf8(bytes))).toEqual([true, false]);
  });

  it("tells addresses as Node does", () => {
    for (const text of ["10.0.0.1", "10.0.0", "010.0.0.1", "::", "fe80::1%eth0", "::ffff:10.0.0.1", "1::2::3", "x", ""])
      expect([text, net.isIP(text)]).toEqual([text, nodeNet.isIP(text)]);
    expect(new net.BlockList().check()).toBe(false);
  });

  it("keeps rows of lists as Node does", async () => {
    const page = [{ id: "1", name: "Nygårdsgaten", count: 3, at: null }];
    const piece = serialize(page);
    expect(deserialize(piece)).toEqual(nodeDeserialize(nodeSerialize(page)));
    const file = await files.open();
    for (const at of [0, 1, 2]) await file.write(piece, 0, piece.length, at * piece.length);
    const read = new Uint8Array(piece.length);
    expect(await file.read(read, 0, piece.length, piece.length)).toEqual({ bytesRead: piece.length });
    expect(deserialize(read)).toEqual(page);
    await file.close();
  });

  it("compresses as Node does", async () => {
    for (const text of TEXTS) {
      const packed = (await promisify(zlib.deflateRaw)(text)) as Uint8Array;
      expect(inflateRawSync(packed).toString()).toBe(text);
      expect(String(await promisify(zlib.inflateRaw)(packed))).toBe(text);
    }
    await expect(promisify(zlib.inflateRaw)("no deflated text")).rejects.toBeInstanceOf(Error);
  });
});
