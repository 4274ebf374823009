import { sameHash } from "@cadastre/inventory-core";
import { createHmac } from "node:crypto";

/**
 * Token of a form: made for one authorization request and one session, so that no other site can send the form, and nobody
 * allows in the name of another user than the page showed.
 * @param session id of the session, empty for a user who is signed out
 */
export function formTokenOf(key: string, flow: string, session: string): string {
  return createHmac("sha256", key)
    .update(JSON.stringify(["cadastre oauth form", flow, session]))
    .digest("base64url");
}

export function isFormToken(given: string, key: string, flow: string, session: string): boolean {
  return sameHash(given, formTokenOf(key, flow, session));
}

/**
 * Whether a browser says that a form comes from this server's own page. One that says nothing is no browser of today; the
 * form's token and cookies decide all the same.
 */
export function isOwnForm(request: Request, issuer: string): boolean {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  return (site === null || site === "same-origin") && (origin === null || origin === new URL(issuer).origin);
}
