import type { Claim } from "./claims.ts";

/** The leases under which this worker has deliveries, each until the last of its deliveries has ended. */
export class HeldLeases {
  readonly #counts = new Map<string, number>();

  get ids(): readonly string[] {
    return [...this.#counts.keys()];
  }

  add({ lease }: Claim): void {
    this.#counts.set(lease, (this.#counts.get(lease) ?? 0) + 1);
  }

  drop({ lease }: Claim): void {
    const left = (this.#counts.get(lease) ?? 1) - 1;
    if (left === 0) this.#counts.delete(lease);
    else this.#counts.set(lease, left);
  }
}
