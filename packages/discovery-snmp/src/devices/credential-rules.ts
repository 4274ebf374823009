import type { Problems } from "@cadastre/inventory-core";
import type { KeptCredentials } from "./credential-vault.ts";
import type { SnmpDevice } from "./snmp-device.ts";

/** Pass phrases are no shorter (RFC 3414 §11.2). */
const MIN_PASS_PHRASE = 8;

type Asked = Partial<Pick<SnmpDevice, "version" | "username" | "priv_protocol">>;

/** Says what a device lacks to be asked with its version of SNMP. */
export function checkCredentials({ version, username, priv_protocol: privacy }: Asked, kept: KeptCredentials, problems: Problems): void {
  if (version === undefined) return;
  if (version === "2c") {
    if (kept.community === "") problems.add("community", "is required for version 2c");
    return;
  }
  if (username === "") problems.add("username", "is required for version 3");
  checkPassPhrase("auth_key", kept.auth_key, problems);
  if (privacy !== "none") checkPassPhrase("priv_key", kept.priv_key, problems);
}

function checkPassPhrase(field: "auth_key" | "priv_key", given: string, problems: Problems): void {
  if (given === "") problems.add(field, field === "auth_key" ? "is required for version 3" : "is required, unless priv_protocol is none");
  else if (given.length < MIN_PASS_PHRASE) problems.add(field, `must have at least ${MIN_PASS_PHRASE} characters`);
}

/** Who moves a device elsewhere must know what it is asked with: otherwise they could have it sent to themselves. */
export function checkSentAgain(
  { version, priv_protocol: privacy }: Asked,
  sent: Partial<Record<keyof KeptCredentials, string | undefined>>,
  problems: Problems,
): void {
  const needed =
    version === "2c" ? (["community"] as const) : (["auth_key", ...(privacy === "none" ? [] : ["priv_key" as const])] as const);
  for (const field of needed) if (sent[field] === undefined) problems.add(field, "must be sent again with another address or port");
}
