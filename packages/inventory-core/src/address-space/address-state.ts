import type { AddressKey } from "../address/address-key.ts";

/** What an address is to its space: used by a device, held by an allocation alone, or free. */
export type AddressState = "free" | "held" | "used";

/** One address whose state changed. */
export interface Transition {
  readonly key: AddressKey;
  readonly from: AddressState;
  readonly to: AddressState;
}
