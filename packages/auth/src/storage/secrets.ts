import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits as text for a cookie or a command line. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token or key: random 256 bits need no slow hash. */
export function secretHash(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Compares two hashes of one length in constant time. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
