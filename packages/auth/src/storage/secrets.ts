import { randomBytes } from "node:crypto";

/** 256 random bits as text for a cookie or a command line. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}
