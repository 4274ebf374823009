import { setImmediate } from "node:timers/promises";
import type { InventoryError } from "../contract/errors/error.ts";
import { JsonList } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { datacenterErrors } from "../datacenters/datacenter.errors.ts";
import { deviceErrors } from "../devices/device.errors.ts";
import { networkErrors } from "../networks/network.errors.ts";
import { poolErrors } from "../pools/pool.errors.ts";
import { spaceErrors } from "../spaces/space.errors.ts";
import { fieldChangesText } from "./field-changes.ts";
import type { HistoryEntry } from "./history.ts";

export const HISTORY = serviceToken<HistoryService>("history");

/** Kinds of record that have a history, and what is said of one that there never was. */
const MISSING = {
  space: (id: string) => spaceErrors.SPACE_NOT_FOUND({ id }),
  datacenter: (id: string) => datacenterErrors.DATACENTER_NOT_FOUND({ id }),
  network: (id: string) => networkErrors.NETWORK_NOT_FOUND({ id }),
  pool: (id: string) => poolErrors.POOL_NOT_FOUND({ id }),
  device: (id: string) => deviceErrors.DEVICE_NOT_FOUND({ id }),
} as const satisfies Readonly<Record<string, (id: string) => InventoryError>>;

/** A kind of record that has a history; also the name of its table. */
export type Remembered = keyof typeof MISSING;

/** Entries that one statement reads. Whoever has seen enough hangs up. */
const PAGE = 100;

interface Row {
  readonly seq: number;
  readonly change_id: string | null;
  readonly timestamp: string;
  readonly user_id: string | null;
  readonly username: string;
  readonly action: string;
  readonly changes: string;
}

/** What became of records, read off the audit log. */
export class HistoryService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /** What was done to a record, newest first; also to one that is deleted. @throws NOT_FOUND of its kind, for one that there never was */
  async of(kind: Remembered, id: string, signal?: AbortSignal): Promise<JsonList<HistoryEntry>> {
    const first = await this.#page(kind, id, Number.MAX_SAFE_INTEGER);
    if (first.length === 0 && (await this.#storage.read.get(`select 1 as one from ${kind} where id = ?`, [id])) === undefined)
      throw MISSING[kind](id);
    return new JsonList(this.#entries(kind, id, first, signal));
  }

  async *#entries(kind: Remembered, id: string, first: readonly Row[], signal: AbortSignal | undefined): AsyncGenerator<string[]> {
    for (let rows = first; rows.length > 0; rows = await this.#page(kind, id, rows.at(-1)?.seq as number)) {
      signal?.throwIfAborted();
      yield rows.map(entryText);
      if (rows.length < PAGE) return;
      await setImmediate();
    }
  }

  async #page(kind: Remembered, id: string, before: number): Promise<readonly Row[]> {
    return await this.#storage.read.all<Row>(
      `select seq, change_id, timestamp, user_id, username, action, changes from audit where resource_id = ? and seq < ? ` +
        `and resource = ? and status = 'success' order by seq desc limit ${PAGE}`,
      [id, before, kind],
    );
  }
}

function entryText({ change_id, timestamp: at, user_id, username, action, changes }: Row): string {
  const head: Omit<HistoryEntry, "changes"> = { change_id, at, by: { user_id, username }, action };
  return `${JSON.stringify(head).slice(0, -1)},"changes":${fieldChangesText(changes)}}`;
}
