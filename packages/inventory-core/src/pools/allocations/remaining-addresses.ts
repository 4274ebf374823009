import type { AddressState } from "../../address-space/address-state.ts";
import type { AddressKey } from "../../address/address-key.ts";
import { keyOfText } from "../../address/ip-address.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import type { PassedReason } from "../../address-space/passed-over/passed-address.entity.ts";
import { withSkipped } from "../passed-addresses.ts";
import type { FreeAddresses } from "./free-addresses.ts";
import { poolErrors } from "../pool.errors.ts";
import type { PoolPlace } from "../pool-place.ts";

/** What is still free in a pool while several requests are served one after the other. */
export class RemainingAddresses {
  readonly #pool: PoolPlace;
  readonly #free: ReadonlyMap<PassedReason, FreeAddresses>;
  readonly #named: ReadonlyMap<AddressKey, AddressState | "reserved">;
  readonly #given = new Set<AddressKey>();
  readonly #at = new Map<PassedReason, number>();

  /**
   * @param free the free ones by what is passed over, as many of each as all requests together want
   * @param named what the addresses are that requests name; those that it does not tell of are free
   */
  constructor(pool: PoolPlace, free: ReadonlyMap<PassedReason, FreeAddresses>, named: ReadonlyMap<AddressKey, AddressState | "reserved">) {
    this.#pool = pool;
    this.#free = free;
    this.#named = named;
  }

  /** The next free ones; or IP_NOT_AVAILABLE when there are not so many, and then all of them remain. */
  next(count: number, over: PassedReason): readonly AddressKey[] | Error {
    const keys: AddressKey[] = [];
    const free = this.#free.get(over);
    let at = this.#at.get(over) ?? 0;
    for (; at < (free?.keys.length ?? 0) && keys.length < count; at += 1) {
      const key = free?.keys[at] as AddressKey;
      if (!this.#given.has(key)) keys.push(key);
    }
    if (keys.length < count) return poolErrors.IP_NOT_AVAILABLE(withSkipped({ pool: this.#pool.name, asked: count }, free?.skipped ?? []));
    this.#at.set(over, at);
    for (const key of keys) this.#given.add(key);
    return keys;
  }

  /** The address that is named; or VALIDATION_ERROR when it lies outside the pool, IP_NOT_AVAILABLE with the reason when it is not free. */
  exactly(ip: string): readonly AddressKey[] | Error {
    const { name, start_ip: start, end_ip: end, start_key: first, end_key: last } = this.#pool;
    const key = keyOfText(ip);
    if (key < first || key > last) return invalidField("ip", `lies outside the pool ${name}, which is ${start}–${end}`);
    const state = this.#stateOf(key);
    if (state !== "free") return poolErrors.IP_NOT_AVAILABLE({ pool: name, ip, state });
    this.#given.add(key);
    return [key];
  }

  #stateOf(key: AddressKey): AddressState | "reserved" {
    return this.#given.has(key) ? "held" : (this.#named.get(key) ?? "free");
  }
}
