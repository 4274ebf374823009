import {
  type CallContext,
  type JsonList,
  type JsonText,
  listOfRows,
  type OpenStorage,
  serviceToken,
  type WritePath,
} from "@cadastre/inventory-core";
import type { RecordReader } from "@cadastre/inventory-core/records";
import type { LeaseReader } from "../reading/lease-reader.ts";
import type { DhcpLease } from "./lease-source.ts";
import type { DhcpLeaseRow } from "./dhcp-lease.entity.ts";
import { sourceRow } from "./lease-source-row.ts";

export const LEASE_SOURCES = serviceToken<LeaseSourceService>("lease-sources");

/** Dependencies of the service. */
export interface LeaseSourceParts {
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly records: RecordReader;
  readonly reader: LeaseReader;
}

/** Readings and leases of lease sources. */
export class LeaseSourceService {
  readonly #parts: LeaseSourceParts;

  constructor(parts: LeaseSourceParts) {
    this.#parts = parts;
  }

  /** Leases in force of a source, by address. @throws NOT_FOUND */
  async leases(id: string, call: CallContext): Promise<JsonList<DhcpLease>> {
    await this.#parts.records.mustExist(id, call);
    const rows = this.#parts.storage.pages<DhcpLeaseRow>(
      "select ip_key, ip, mac_address, hostname, expires_at from dhcp_lease where source_id = ? order by ip_key",
      [id],
      call.signal,
    );
    return listOfRows(rows, ({ ip, mac_address, hostname, expires_at }) => ({ ip, mac_address, hostname, expires_at }));
  }

  /** Reads a source now, and returns its record after the reading. A source that an agent reads becomes due at once. @throws NOT_FOUND */
  async read(id: string, call: CallContext): Promise<JsonText<Record<string, unknown>>> {
    const { storage, writes, reader, records } = this.#parts;
    const { datacenter_id: site } = await sourceRow(storage.read, id);
    if (site === null) await reader.read(id);
    else
      await writes.run(call, async (change) => {
        await change.lock({ on: "record", table: "lease_source", id });
        await change.run("update lease_source set site_due_at = ? where id = ? and datacenter_id is not null", [change.now, id]);
      });
    return await records.get(id, call);
  }
}
