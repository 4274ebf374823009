import type { EncryptedColumn, Secrets } from "@cadastre/inventory-core";
import type { SnmpCredentials } from "../session/snmp-target.ts";
import type { SnmpDevice } from "./snmp-device.ts";

const COLUMN: EncryptedColumn = { table: "snmp_device", column: "credentials" };

/** Columns whose keys the host checks and rotates. */
export const snmpSecretColumns: readonly EncryptedColumn[] = [COLUMN];

/** What is kept secret of a device; "" for what it has none of. */
export interface KeptCredentials {
  readonly community: string;
  readonly auth_key: string;
  readonly priv_key: string;
}

/** Encrypts what devices are asked with. */
export class CredentialVault {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** @throws ENCRYPTION_KEY_MISSING */
  seal(id: string, { community, auth_key, priv_key }: KeptCredentials): string {
    return this.#secrets.encrypt(COLUMN, id, JSON.stringify({ community, auth_key, priv_key }));
  }

  /** @throws SECRET_DAMAGED, ENCRYPTION_KEY_UNKNOWN, ENCRYPTION_KEY_MISSING */
  open(id: string, stored: string): KeptCredentials {
    return JSON.parse(this.#secrets.decrypt(COLUMN, id, stored)) as KeptCredentials;
  }
}

/** What a device is asked with. */
export function credentialsOf(device: SnmpDevice, { community, auth_key, priv_key }: KeptCredentials): SnmpCredentials {
  if (device.version === "2c") return { version: "2c", community };
  const { username, auth_protocol: authProtocol, priv_protocol: protocol, context } = device;
  const privacy = protocol === "none" ? {} : { privacy: { protocol, key: priv_key } };
  return { version: "3", username, authProtocol, authKey: auth_key, context, ...privacy };
}
