import type { AllocationHistory, CallRecord, Given, Subject } from "./allocation-history.ts";

/** Where something ends: with a point of the run, at a time of the wall clock, or (both infinite) not within the run. */
export interface Until {
  readonly seq: number;
  readonly at: number;
}

/** For how long an address was somebody's, by what its client was told. */
export interface Holding {
  readonly tag: string;
  readonly id: string;
  readonly ip: string;
  /** It was certainly held from here … */
  readonly sureFrom: { readonly seq: number; readonly at: number };
  /** … to here: the end of the allocation, the begin of what gave it back. */
  readonly sureTo: Until;
  /** It may have been held from here … */
  readonly maybeFrom: number;
  /** … to here. */
  readonly maybeTo: Until;
}

/** A request whose calls were never answered: what it was given, if anything, shows at the end of the run. */
export interface LostRequest {
  readonly subject: Extract<Subject, { kind: "allocate" }>;
  readonly begin: number;
  /** When it was known to be lost. */
  readonly end: { readonly seq: number; readonly at: number };
}

type Of<Kind extends Subject["kind"]> = CallRecord<Extract<Subject, { kind: Kind }>>;

export function recordsOf<Kind extends Subject["kind"]>({ records }: AllocationHistory, kind: Kind): Of<Kind>[] {
  return records.filter((record): record is Of<Kind> => record.subject.kind === kind);
}

/** Calls of each request. */
export function requestsOf(history: AllocationHistory): Map<string, Of<"allocate">[]> {
  return Map.groupBy(recordsOf(history, "allocate"), ({ subject }) => subject.tag);
}

/** Works out who held what and when. */
export function holdingsOf(history: AllocationHistory): { readonly holdings: Holding[]; readonly lost: LostRequest[] } {
  const releases = new Map(recordsOf(history, "release").map((record) => [record.subject.allocation, record]));
  const confirms = new Map(recordsOf(history, "confirm").map((record) => [record.subject.allocation, record]));
  const removes = new Map(recordsOf(history, "remove").map((record) => [record.subject.device, record]));
  const holdings: Holding[] = [];
  const lost: LostRequest[] = [];
  for (const [tag, calls] of requestsOf(history)) {
    const maybeFrom = Math.min(...calls.map(({ begin }) => begin.seq));
    const answered = new Map<string, { given: Given; sureFrom: Holding["sureFrom"] }>();
    for (const { outcome, end } of calls.toSorted((a, b) => a.end.seq - b.end.seq)) {
      if (outcome.is !== "ok") continue;
      for (const given of outcome.given) if (!answered.has(given.id)) answered.set(given.id, { given, sureFrom: end });
    }
    const last = calls.reduce((one, other) => (one.end.seq > other.end.seq ? one : other));
    if (answered.size === 0 && calls.some(({ outcome }) => outcome.is === "unknown"))
      lost.push({ subject: last.subject, begin: maybeFrom, end: last.end });
    for (const { given, sureFrom } of answered.values()) {
      const confirm = confirms.get(given.id);
      const remove = confirm === undefined ? undefined : removes.get(confirm.subject.device);
      const ends = endsOf(given, { release: releases.get(given.id), confirm, remove });
      holdings.push({ tag, id: given.id, ip: given.ip, sureFrom, maybeFrom, ...ends });
    }
  }
  return { holdings, lost };
}

interface Endings {
  readonly release: CallRecord | undefined;
  readonly confirm: CallRecord | undefined;
  readonly remove: CallRecord | undefined;
}

function endsOf(given: Given, { release, confirm, remove }: Endings): Pick<Holding, "sureTo" | "maybeTo"> {
  const confirmed = confirm !== undefined && confirm.outcome.is !== "refused";
  // A device holds the address until it is deleted, whatever becomes of the allocation.
  const ending = confirmed ? remove : release;
  const expires = confirmed ? Infinity : (given.expiresAt ?? Infinity);
  return {
    sureTo: { seq: ending?.begin.seq ?? Infinity, at: expires },
    maybeTo: { seq: ending?.outcome.is === "ok" ? ending.end.seq : Infinity, at: expires },
  };
}
