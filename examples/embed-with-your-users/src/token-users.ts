// #region token
import { createSecretKey, randomBytes } from "node:crypto";
import type { ApplicationUser, Credentials } from "@cadastre/inventory-core";
import { jwtVerify, SignJWT } from "jose";

const secret = createSecretKey(randomBytes(32));

/** What the application gives to whoever signs in. */
export async function tokenFor(id: string, name: string): Promise<string> {
  return await new SignJWT({ name }).setProtectedHeader({ alg: "HS256" }).setSubject(id).setExpirationTime("1h").sign(secret);
}

/** Programs send the token as a header; browsers have it in a cookie, so that the web page works. */
export async function userOfToken({ headers, cookies }: Credentials): Promise<ApplicationUser | null> {
  const sent = headers.get("authorization")?.match(/^Bearer (.+)$/i)?.[1];
  const token = sent ?? cookies.get("token");
  if (token === undefined) return null;
  // What jose throws for a token that is wrong or has expired is 401, with a line in the log.
  const { payload } = await jwtVerify(token, secret);
  if (payload.sub === undefined) return null;
  return { id: payload.sub, username: String(payload["name"]), role: "operator", credential: sent === undefined ? "session" : "token" };
}
// #endregion
