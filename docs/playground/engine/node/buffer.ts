// `node:buffer` for browsers, as far as the engine uses it.
import { Buffer } from "buffer/index.js";

export { isUtf8 } from "../../../../packages/web-ui/formats/node/buffer.ts";
export { Buffer };

/** The package does not know this coding. */
const CODING = "base64url";

const { toString } = Buffer.prototype as { toString: (coding?: string, start?: number, end?: number) => string };

Object.assign(Buffer.prototype, {
  toString(this: Buffer, coding?: string, start?: number, end?: number): string {
    if (coding !== CODING) return toString.call(this, coding, start, end);
    return toString.call(this, "base64", start, end).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  },
});
