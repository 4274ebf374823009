/** Protocols of authentication that are offered; MD5 is not, as it is broken. */
export const AUTH_PROTOCOLS = ["sha", "sha224", "sha256", "sha384", "sha512"] as const;
/** A protocol of authentication. */
export type AuthProtocol = (typeof AUTH_PROTOCOLS)[number];

/** Protocols of privacy that are offered; DES is not, as it is broken. `aes256-cisco` extends keys as Cisco does, `aes256` as others do. */
export const PRIV_PROTOCOLS = ["aes", "aes256", "aes256-cisco"] as const;
/** A protocol of privacy. */
export type PrivProtocol = (typeof PRIV_PROTOCOLS)[number];

/** What a device is asked with. Secret. */
export type SnmpCredentials =
  | { readonly version: "2c"; readonly community: string }
  | {
      readonly version: "3";
      readonly username: string;
      readonly authProtocol: AuthProtocol;
      /** Pass phrase of at least 8 characters. */
      readonly authKey: string;
      /** None: requests and responses are authenticated, and can be read on their way. */
      readonly privacy?: { readonly protocol: PrivProtocol; readonly key: string };
      /** Context of the device, empty for its own. */
      readonly context: string;
    };

/** A device that is asked. */
export interface SnmpTarget {
  /** Id of the record. */
  readonly id: string;
  /** What people call it: the first part of `switch_port`. */
  readonly name: string;
  /** IPv4 or IPv6 address: no name is looked up. */
  readonly address: string;
  /** UDP port. */
  readonly port: number;
  readonly credentials: SnmpCredentials;
}
