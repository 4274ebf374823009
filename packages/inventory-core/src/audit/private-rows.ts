import type { PrivateRecords, RecordReader } from "../contract/access/private-records.ts";
import type { ListedAudit } from "./audit-record.ts";
import { imagesText } from "./proof/changes-text.ts";

/** Decides which rows of the audit log a reader may see: those of private records only their owner and the program itself. */
export class PrivateRows {
  readonly #records: PrivateRecords;
  readonly #reader: RecordReader;
  /** Kinds of record that have private records; none for readers who may see all. */
  readonly resources: readonly string[];

  constructor(records: PrivateRecords, reader: RecordReader) {
    this.#records = records;
    this.#reader = reader;
    this.resources = reader.kind === "system" ? [] : records.kinds();
  }

  readonly isShown = ({ resource, changes, user_id: userId }: Pick<ListedAudit, "changes" | "resource" | "user_id">): boolean => {
    if (resource === null || !this.resources.includes(resource)) return true;
    const { before = null, after = null } = (JSON.parse(imagesText(changes)) ?? {}) as {
      readonly before?: unknown;
      readonly after?: unknown;
    };
    if (before === null && after === null) return userId !== null && userId === this.#reader.userId;
    return this.#records.shows(this.#reader, resource, [before, after]);
  };
}
