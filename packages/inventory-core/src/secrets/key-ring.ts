import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { secretErrors } from "./secret-errors.ts";

const KEY_BYTES = 32;

/** Characters of a key's id. */
export const KEY_ID_LENGTH = 16;

interface RingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/**
 * The operator's keys, the newest first. Nothing is done with a key itself: each purpose has a key of its own, derived by
 * HKDF-SHA-256. A key is named by an id that is derived too, so that what is written says which key it needs.
 */
export class KeyRing {
  readonly #keys: readonly RingKey[];
  readonly #derived = new Map<string, Buffer>();
  readonly #objects = new Map<string, KeyObject>();

  private constructor(keys: readonly RingKey[]) {
    this.#keys = keys;
  }

  /**
   * Reads ENCRYPTION_KEY: keys of 32 bytes in base64 or hex, separated by commas, the newest first.
   * @throws ENCRYPTION_KEY_INVALID, without the text
   */
  static parse(text: string): KeyRing {
    const keys = text.split(",").map((part, index): RingKey => {
      const invalid = (reason: string): Error => secretErrors.ENCRYPTION_KEY_INVALID({ position: index + 1, reason });
      const bytes = bytesOf(part.trim());
      if (bytes === undefined) throw invalid(`is not ${KEY_BYTES} bytes in base64 or hex`);
      if (bytes.every((byte) => byte === bytes[0])) throw invalid("is one byte over and over");
      return { id: derive(bytes, "key id", KEY_ID_LENGTH / 2).toString("hex"), bytes };
    });
    const twice = keys.findIndex(({ id }, index) => keys.findIndex((other) => other.id === id) < index);
    if (twice >= 0) throw secretErrors.ENCRYPTION_KEY_INVALID({ position: twice + 1, reason: "is a duplicate" });
    return new KeyRing(keys);
  }

  /** The text of a new key. */
  static generate(): string {
    return randomBytes(KEY_BYTES).toString("base64");
  }

  /** Id of the key that new things are written under. */
  get newest(): string {
    return (this.#keys[0] as RingKey).id;
  }

  /** Ids, the newest first. */
  get ids(): readonly string[] {
    return this.#keys.map(({ id }) => id);
  }

  /** The key for a purpose; undefined when the ring has none of that id. */
  find(id: string, purpose: string): Buffer | undefined {
    const name = `${id} ${purpose}`;
    let key = this.#derived.get(name);
    if (key !== undefined) return key;
    const ringKey = this.#keys.find((candidate) => candidate.id === id);
    if (ringKey === undefined) return undefined;
    key = derive(ringKey.bytes, purpose, KEY_BYTES);
    this.#derived.set(name, key);
    return key;
  }

  /** The same as an object, which codes of short texts are made with in a fraction of the time. */
  findKey(id: string, purpose: string): KeyObject | undefined {
    const name = `${id} ${purpose}`;
    let object = this.#objects.get(name);
    if (object !== undefined) return object;
    const key = this.find(id, purpose);
    if (key === undefined) return undefined;
    object = createSecretKey(key);
    this.#objects.set(name, object);
    return object;
  }
}

function derive(bytes: Buffer, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync("sha256", bytes, "", `cadastre ${purpose} v1`, length));
}

function bytesOf(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  // 43 digits of base64 have two bits more than 32 bytes: a text that is cut or has a typo there is refused.
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64url") === text.replace("=", "").replaceAll("+", "-").replaceAll("/", "_") ? bytes : undefined;
}
