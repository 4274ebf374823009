import { createHmac, timingSafeEqual } from "node:crypto";
import { type ApplicationUser, applicationUsers, type Credentials, type Plugin } from "@cadastre/inventory-core";

/** Who a token is for. */
export interface Claims {
  readonly id: string;
  readonly name: string;
  readonly role: "viewer" | "operator" | "admin";
  /** Seconds since 1970 until which it is good. */
  readonly expires: number;
}

const signatureOf = (body: string, secret: string): Buffer => createHmac("sha256", secret).update(body).digest();

/** The token that your application gives to whoever has signed in. */
export function tokenFor(claims: Claims, secret: string): string {
  const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${body}.${signatureOf(body, secret).toString("base64url")}`;
}

/** Whose token it is. @throws Error for one that is forged or has expired: the caller gets 401, and the log a line */
function claimsOf(token: string, secret: string): Claims {
  const [body = "", signature = ""] = token.split(".");
  const [sent, right] = [Buffer.from(signature, "base64url"), signatureOf(body, secret)];
  if (sent.length !== right.length || !timingSafeEqual(sent, right)) throw new Error("the token is not signed by us");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as Claims;
  if (claims.expires * 1000 < Date.now()) throw new Error("the token has expired");
  return claims;
}

/** Says who is calling; null for nobody. This one function is the authenticator: put the sessions or tokens of your application here. */
function userOf({ headers, cookies }: Credentials, secret: string): ApplicationUser | null {
  const sent = headers.get("authorization")?.match(/^Bearer (.+)$/i)?.[1];
  const token = sent ?? cookies.get("token");
  if (token === undefined) return null;
  const { id, name, role } = claimsOf(token, secret);
  // A browser sends its cookie without being asked, so a change by it needs more than that.
  return { id, username: name, role, credential: sent === undefined ? "session" : "token" };
}

/** The plugin that cadastre.config.ts names. @param secret that the tokens are signed with */
export const tokenUsers = ({ secret }: { readonly secret: string }): Plugin => {
  if (secret.length < 32) throw new TypeError("TOKEN_SECRET must be a text of at least 32 characters, the one that tokens are signed with");
  return applicationUsers((credentials) => userOf(credentials, secret));
};
