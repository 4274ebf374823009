/** A field of BER. */
export function field(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 0x80 ? [body.length] : body.length < 0x100 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

export function integer(value: number | bigint, tag = 0x02): Buffer {
  // Unsigned numbers of 64 bits have an octet more.
  const body = Buffer.alloc(9);
  const wide = BigInt(value);
  body.writeInt8(Number(wide >> 64n), 0);
  body.writeBigUInt64BE(BigInt.asUintN(64, wide), 1);
  let from = 0;
  while (
    from < 8 &&
    ((body[from] === 0 && (body[from + 1] as number) < 0x80) || (body[from] === 0xff && (body[from + 1] as number) >= 0x80))
  )
    from += 1;
  return field(tag, body.subarray(from));
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return field(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const digits = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) + 128);
  return digits;
}

/** Fields that follow each other. */
export function fieldsOf(bytes: Buffer): { readonly tag: number; readonly body: Buffer }[] {
  const fields: { tag: number; body: Buffer }[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] as number;
    let length = bytes[at + 1] as number;
    at += 2;
    if (length > 0x80) {
      const octets = length & 0x7f;
      length = bytes.readUIntBE(at, octets);
      at += octets;
    }
    fields.push({ tag, body: bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
}

export function dottedOf(body: Buffer): string {
  const numbers: number[] = [];
  let value = 0;
  for (const byte of body) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(value);
      value = 0;
    }
  }
  const [both = 0, ...rest] = numbers;
  return [Math.floor(both / 40), both % 40, ...rest].join(".");
}
