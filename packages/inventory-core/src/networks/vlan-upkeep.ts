import { RepeatedTask } from "../background/repeated-task.ts";
import { SYSTEM } from "../contract/access/principal.ts";
import type { Clock } from "../contract/clock.ts";
import type { Logger } from "../contract/logger.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { WritePath } from "../contract/storage/write-path.ts";
import { linkSql } from "./network.entity.ts";

export const VLAN_UPKEEP = serviceToken<VlanUpkeep>("vlan-upkeep");

const POLL_INTERVAL_MS = 60_000;

const STALE = `vlan is not null and ${linkSql("network")} is null`;

/** Clears links to VLANs that do not count: a host of an earlier version changes the number of a network, and leaves its VLAN. */
export class VlanUpkeep {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #task: RepeatedTask;

  constructor(storage: OpenStorage, writes: WritePath, clock: Clock, logger: Logger) {
    this.#storage = storage;
    this.#writes = writes;
    this.#task = new RepeatedTask(
      clock,
      logger,
      POLL_INTERVAL_MS,
      "links of networks to VLANs could not be kept up",
      async () => await this.mend(),
    );
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  async mend(): Promise<void> {
    if ((await this.#storage.read.get(`select id from network where ${STALE} limit 1`)) === undefined) return;
    await this.#writes.run({ principal: SYSTEM, source: "upgrade" }, async (change) => {
      await change.lock({ on: "topology", mode: "exclusive" });
      await change.run(`update network set vlan = null where ${STALE}`, []);
    });
  }
}
