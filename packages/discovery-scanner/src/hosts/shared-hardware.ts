/** One hardware address for so many addresses: a router answers for hosts that need not be there (proxy ARP). */
const MANY_ADDRESSES = 16;

/** Counts addresses by hardware. */
export class SharedHardware {
  readonly #counts = new Map<string, number>();
  readonly #told = new Set<string>();

  add(macAddress: string): void {
    this.#counts.set(macAddress, this.count(macAddress) + 1);
  }

  count(macAddress: string): number {
    return this.#counts.get(macAddress) ?? 0;
  }

  isShared(macAddress: string): boolean {
    return this.count(macAddress) >= MANY_ADDRESSES;
  }

  /** The warning that it is shared, once. */
  news(macAddress: string): string | undefined {
    if (this.#told.has(macAddress)) return undefined;
    this.#told.add(macAddress);
    return `${macAddress} answers for ${this.count(macAddress)} addresses (proxy ARP): those without other evidence ` + `are not reported`;
  }
}
