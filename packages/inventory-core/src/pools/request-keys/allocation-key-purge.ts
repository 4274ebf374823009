import { RepeatedTask } from "../../background/repeated-task.ts";
import type { Clock } from "../../contract/clock.ts";
import type { Logger } from "../../contract/logger.ts";
import { SYSTEM } from "../../contract/access/principal.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { Change, WritePath } from "../../contract/storage/write-path.ts";
import { networkKeys } from "../../networks/allocation/network-keys.ts";
import { PURGE_SLICE } from "../../storage/allocation-keys/allocation-keys.ts";
import { vlanKeys } from "../../vlans/vlan-keys.ts";
import { poolKeys } from "./allocation-keys.ts";

export const ALLOCATION_KEY_PURGE = serviceToken<AllocationKeyPurge>("allocation-key-purge");

const PURGE_INTERVAL_MS = 3_600_000;

/** Forgets request keys of pools and networks a month after the last of what they were given ended. */
export class AllocationKeyPurge {
  readonly #writes: WritePath;
  readonly #task: RepeatedTask;

  constructor(writes: WritePath, clock: Clock, logger: Logger) {
    this.#writes = writes;
    this.#task = new RepeatedTask(
      clock,
      logger,
      PURGE_INTERVAL_MS,
      "old request keys of pools and networks could not be purged",
      async () => await this.purge(),
    );
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  async purge(): Promise<void> {
    for (const keys of [poolKeys, networkKeys, vlanKeys]) {
      const purge = async (change: Change): Promise<number> => await keys.purgeEnded(change);
      while ((await this.#writes.run({ principal: SYSTEM, source: "retention" }, purge)) === PURGE_SLICE);
    }
  }
}
