import type { Device, Ids } from "@cadastre/inventory-core";
import type { Value } from "../raw/raw-database.ts";

/** Columns of `audit` beside those of every loaded row; rows count as sealed, as all but those of the last second are. */
export const AUDIT_FURTHER = [
  ["change_id", "text"],
  ["seal_number", "bigint"],
] as const;

/** Columns of `event` beside those of every loaded row. */
export const EVENT_FURTHER = [["change_id", "text"]] as const;

/** Who did what to a device, in both logs. */
export interface LoggedChange {
  readonly audit: Value[];
  readonly event: Value[];
}

/** Rows of both logs, in the order in which they happened. */
export class CompanyLog {
  readonly #ids: Ids;
  #sealed: number;

  /** @param sealed number of the last row that is there */
  constructor(ids: Ids, sealed: number) {
    this.#ids = ids;
    this.#sealed = sealed;
  }

  /** A device that was created. @param changeId of the change that did it */
  created(device: Device, changeId: string): LoggedChange {
    return this.#rows({ action: "create", before: null, after: device, changeId });
  }

  /** A device that was put elsewhere. */
  moved(before: Device, after: Device): LoggedChange {
    return this.#rows({ action: "update", before, after, changeId: this.#ids.next(), fields: ["location"] });
  }

  #rows({
    action,
    before,
    after,
    changeId,
    fields,
  }: {
    readonly action: "create" | "update";
    readonly before: Device | null;
    readonly after: Device;
    readonly changeId: string;
    readonly fields?: readonly string[];
  }): LoggedChange {
    const now = after.updated_at;
    const changes = JSON.stringify({ before, after, change_id: changeId });
    const [kind, told] = fields === undefined ? ["created", {}] : ["updated", { changes: fields }];
    const data = JSON.stringify({ ...after, ip_address: after.addresses[0]?.ip ?? "", ...told });
    const [eventId, auditId] = [this.#ids.next(), this.#ids.next()];
    return {
      audit: [
        auditId,
        now,
        action,
        "device",
        after.id,
        null,
        "system",
        null,
        "library",
        "success",
        "",
        changes,
        null,
        changeId,
        (this.#sealed += 1),
      ],
      event: [eventId, `device.${kind}`, after.id, now, data, changeId],
    };
  }
}
