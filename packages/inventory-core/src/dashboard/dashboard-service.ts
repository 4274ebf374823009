import type { CallContext } from "../contract/operations/operation.ts";
import { type Clock, timestampOf } from "../contract/clock.ts";
import { type DashboardSource, MAX_COUNTED } from "../contract/dashboard.ts";
import { holds } from "../contract/access/principal.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { z } from "zod";
import { conflictDocuments } from "../conflicts/conflict.entity.ts";
import { shownConflict } from "../conflicts/shown-conflict.ts";
import { scanDocuments } from "../discovery/scans/scan.entity.ts";
import type { DocumentType } from "../storage/document-type.ts";
import type { DeviceService } from "../devices/device-service.ts";
import { type Dashboard, DEFAULT_ENTRIES } from "./dashboard.ts";
import { fullestNetworks } from "./fullest-networks.ts";
import { fullestPools } from "./fullest-pools.ts";

export const DASHBOARD = serviceToken<DashboardService>("dashboard");

/** Puts together what one looks at first, of as much as the caller may list. */
export class DashboardService {
  readonly #storage: OpenStorage;
  readonly #devices: DeviceService;
  readonly #clock: Clock;
  #sources: readonly DashboardSource[] = [];

  constructor(storage: OpenStorage, devices: DeviceService, clock: Clock) {
    this.#storage = storage;
    this.#devices = devices;
    this.#clock = clock;
  }

  /** @param sources what the plugins add */
  start(sources: readonly DashboardSource[]): void {
    this.#sources = sources;
  }

  /** A bounded number of statements, one after the other, each of which sees another moment. */
  async read({ limit = DEFAULT_ENTRIES }: { readonly limit?: number | undefined }, { principal, signal }: CallContext): Promise<Dashboard> {
    const seen = async <T>(permissions: readonly string[], read: () => Promise<T>): Promise<T | null> => {
      if (!permissions.every((permission) => holds(principal, permission))) return null;
      signal?.throwIfAborted();
      return await read();
    };
    const statuses = await seen(["device:list"], async () => await this.#devices.statusCounts());
    const sections: Dashboard["sections"] = {};
    for (const source of this.#sources) {
      const part = await seen(source.needs, async () => await source.read(limit, { principal, signal }));
      sections[source.name] = part === null ? null : { count: part.count, newest: part.newest as Record<string, unknown>[] };
    }
    return {
      counts: {
        datacenters: await seen(["datacenter:list"], async () => await this.#count("datacenter")),
        networks: await seen(["network:list"], async () => await this.#count("network")),
        pools: await seen(["pool:list"], async () => await this.#count("pool")),
        devices: statuses === null ? null : Object.values(statuses).reduce((sum, count) => sum + count, 0),
      },
      device_statuses: statuses,
      fullest_networks: await seen(["network:list"], async () => await fullestNetworks(this.#storage, limit, signal)),
      fullest_pools: await seen(["pool:list"], async () => await fullestPools(this.#storage, timestampOf(this.#clock), limit, signal)),
      running_scans: await seen(
        ["discovery:list"],
        async () => await this.#part(scanDocuments, "status in ('pending', 'running')", "created_at desc, id desc", limit),
      ),
      conflicts: await seen(["conflict:list"], async () => {
        const { count, newest } = await this.#part(conflictDocuments, "status = 'active'", "detected_at desc, id desc", limit);
        return { count, newest: newest.map((conflict) => shownConflict(conflict, principal)) };
      }),
      sections,
    };
  }

  async #count(table: "datacenter" | "network" | "pool"): Promise<number> {
    return (await this.#storage.read.get<{ count: number }>(`select count(*) as count from ${table}`))?.count ?? 0;
  }

  /** The newest of what an index has by itself, and how many there are. */
  async #part<S extends z.ZodObject>(
    type: DocumentType<S>,
    condition: string,
    order: string,
    limit: number,
  ): Promise<{ count: number; newest: z.output<S>[] }> {
    const { table } = type;
    const { read } = this.#storage;
    const rows = await read.all<{ doc: string }>(`select doc from ${table} where ${condition} order by ${order} limit ?`, [limit]);
    const counted = await read.get<{ count: number }>(
      `select count(*) as count from (select 1 as one from ${table} where ${condition} limit ${MAX_COUNTED}) c`,
    );
    return { count: counted?.count ?? 0, newest: rows.map(({ doc }) => type.read(doc)) };
  }
}
