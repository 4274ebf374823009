import { generateKeyPairSync } from "node:crypto";
import { type OpenStorage, type Secrets, SYSTEM, type WritePath } from "@cadastre/inventory-core";
import type { JWK } from "oidc-provider";
import { randomToken } from "../storage/secrets.ts";
import { OAUTH_KEY_SECRET } from "./storage/oauth.entity.ts";

/** Keys that every host of a database uses, so that what one began another can finish, also after a restart. */
export interface OAuthKeys {
  /** Signs the cookies of a flow, and the forms of the consent page. */
  readonly cookies: string;
  /** oidc-provider insists on a key for ID tokens; none are given out, so it signs nothing. */
  readonly signing: JWK;
}

/** The one row. */
const ID = "keys";

/** The keys of the database, made at the first start. @throws ENCRYPTION_KEY_MISSING, SECRET_DAMAGED */
export async function oauthKeys(storage: OpenStorage, writes: WritePath, secrets: Secrets): Promise<OAuthKeys> {
  const found = await read(storage, secrets);
  if (found !== undefined) return found;
  const made: OAuthKeys = {
    cookies: randomToken(),
    signing: {
      ...generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }),
      use: "sig",
      alg: "ES256",
    } as JWK,
  };
  const secret = secrets.encrypt(OAUTH_KEY_SECRET, ID, JSON.stringify(made));
  await writes.run({ principal: SYSTEM, source: "library" }, async (change) => {
    // Of hosts that start at once one is first; the others take its keys.
    await change.run("insert into auth_oauth_key (id, secret, created_at) values (?, ?, ?) on conflict (id) do nothing", [
      ID,
      secret,
      change.now,
    ]);
  });
  return (await read(storage, secrets)) ?? made;
}

async function read(storage: OpenStorage, secrets: Secrets): Promise<OAuthKeys | undefined> {
  const row = await storage.read.get<{ secret: string }>("select secret from auth_oauth_key where id = ?", [ID]);
  return row === undefined ? undefined : (JSON.parse(secrets.decrypt(OAUTH_KEY_SECRET, ID, row.secret)) as OAuthKeys);
}
