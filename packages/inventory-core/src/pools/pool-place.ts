import type { AddressKey } from "../address/address-key.ts";

/** Where a pool lies, from where to where, and its first and last address that may be handed out. */
export interface PoolPlace {
  readonly id: string;
  readonly name: string;
  readonly space: number;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
  readonly first_free: string | null;
  readonly last_free: string | null;
}
