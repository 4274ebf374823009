import type { StorageStatistics } from "../../contract/storage/storage.ts";

/** Counts what a storage does, for {@link StorageStatistics}. */
export class StorageCounts {
  #committed = 0;
  #failed = 0;
  #retries = 0;

  readonly retried = (): void => {
    this.#retries += 1;
  };

  /** Counts a transaction when it ends. */
  async of<T>(transaction: Promise<T>): Promise<T> {
    try {
      const result = await transaction;
      this.#committed += 1;
      return result;
    } catch (error) {
      this.#failed += 1;
      throw error;
    }
  }

  get statistics(): StorageStatistics {
    return { transactions: { committed: this.#committed, failed: this.#failed }, retries: this.#retries };
  }
}
