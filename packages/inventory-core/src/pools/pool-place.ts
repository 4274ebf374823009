import type { AddressKey } from "../address/address-key.ts";

/** Where a pool lies, and from where to where. */
export interface PoolPlace {
  readonly id: string;
  readonly name: string;
  readonly space: number;
  readonly start_ip: string;
  readonly end_ip: string;
  readonly start_key: AddressKey;
  readonly end_key: AddressKey;
}
