import { type Intention, type Resource, type Trace, traceText } from "./intention.ts";

/** A record as it was last acknowledged. */
export interface LedgerRecord {
  readonly client: number;
  readonly resource: Resource;
  readonly id: string;
  readonly key: string;
  readonly mark: string;
  /** The acknowledged record in canonical text; undefined where the answer does not carry it. */
  readonly document: string | undefined;
}

export const recordKey = (resource: Resource, id: string): string => `${resource} ${id}`;

/** JSON text with sorted keys: answers and stored documents may order them differently. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Everything the clients of one database asked for and were told. */
export class Ledger {
  readonly records = new Map<string, LedgerRecord>();
  /** How often each change must be in the audit trail, and in the event log where it has events. */
  readonly changes = new Map<string, { readonly resource: string; count: number }>();
  /** Asked for and neither acknowledged nor refused. */
  readonly pending = new Set<Intention>();
  /** Answers that no client should get. */
  readonly refusals: string[] = [];
  acknowledged = 0;
  #serial = 0;

  /** A name that nothing else in this database has. */
  tag(client: number): string {
    this.#serial += 1;
    return `c${client}-${this.#serial}`;
  }

  own(client: number, resource: Resource): LedgerRecord[] {
    return [...this.records.values()].filter((record) => record.client === client && record.resource === resource);
  }

  intend(intention: Intention): void {
    this.pending.add(intention);
  }

  /** @returns the traces that the change must have left */
  acknowledge(intention: Intention, result: unknown): Trace[] {
    this.pending.delete(intention);
    this.acknowledged += 1;
    return this.apply(intention, writtenBy(intention, result));
  }

  refuse(intention: Intention, code: string): void {
    this.pending.delete(intention);
    this.refusals.push(`${intention.resource}.${intention.action} of ${intention.key} was refused with ${code}`);
  }

  /** Takes over a change that happened: the records that it wrote, or removed. */
  apply(intention: Intention, written: readonly { readonly id: string; readonly document: string | undefined }[]): Trace[] {
    const { client, resource, action, key, mark } = intention;
    const traces = written.map(({ id }) => ({ resource, action, id, mark }));
    for (const trace of traces) {
      const known = this.changes.get(traceText(trace));
      if (known === undefined) this.changes.set(traceText(trace), { resource, count: 1 });
      else known.count += 1;
    }
    for (const { id, document } of written) {
      if (action !== "delete") this.records.set(recordKey(resource, id), { client, resource, id, key, mark, document });
      else this.#remove(resource, id);
    }
    return traces;
  }

  /** Relationships go with either device, without a trace of their own. */
  #remove(resource: Resource, id: string): void {
    this.records.delete(recordKey(resource, id));
    if (resource !== "device") return;
    for (const [name, record] of this.records)
      if (record.resource === "relationship" && record.id.split("/").includes(id)) this.records.delete(name);
  }
}

/** What is stored of a record: the parent of a network is not, as another network may come between. */
function storedPart(resource: Resource, record: object): object {
  if (resource !== "network") return record;
  const { parent_id: _, ...rest } = record as { readonly parent_id?: unknown };
  return rest;
}

function writtenBy(intention: Intention, result: unknown): { id: string; document: string | undefined }[] {
  if (intention.action === "delete" || intention.resource === "relationship") return [{ id: intention.id as string, document: undefined }];
  const records =
    intention.resource === "allocation" ? (result as { allocations: { id: string }[] }).allocations : [result as { id: string }];
  return records.map((record) => ({ id: record.id, document: canonical(storedPart(intention.resource, record)) }));
}
