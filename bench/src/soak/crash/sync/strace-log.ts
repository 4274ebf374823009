/** What a trace says in the order in which it happened. */
export type TraceStep =
  | { readonly step: "log-written" }
  | { readonly step: "log-synced" }
  | { readonly step: "begun"; readonly tag: string }
  | { readonly step: "acknowledged"; readonly tag: string };

/** Lines that the traced process writes around each change; strace quotes them with `\n`. */
export const BEGUN = "soak-begun";
export const ACKNOWLEDGED = "soak-acknowledged";

const MARKER = new RegExp(`"(${BEGUN}|${ACKNOWLEDGED}) (\\S+?)\\\\n"`);
const CALL = /^(?:\[pid +)?(?:(\d+)\]? +)?(?:<\.\.\. )?(write|pwrite64|fdatasync|fsync)\b(.*)$/;

/**
 * Reads the output of `strace -f -y -e trace=write,pwrite64,fdatasync,fsync`. A call that another thread interrupts is on
 * two lines, `<unfinished ...>` and `<... resumed>`: a write counts from when it begins and a sync from when it has
 * succeeded, whichever makes it harder for a sync to lie in between.
 */
export function parseStrace(text: string): TraceStep[] {
  const steps: TraceStep[] = [];
  /** Calls that have begun, by thread: the file of a sync is only on its first line. */
  const unfinished = new Map<string, string>();
  for (const line of text.split("\n")) {
    const [, thread = "", name = "", rest = ""] = CALL.exec(line) ?? [];
    if (name === "") continue;
    const resumed = line.includes(`<... ${name} resumed>`);
    const began = resumed ? (unfinished.get(thread) ?? "") : rest;
    if (line.endsWith("<unfinished ...>")) unfinished.set(thread, rest);
    else unfinished.delete(thread);
    if (name === "write" || name === "pwrite64") {
      if (!resumed) steps.push(...written(rest));
    } else if (began.includes("-wal>") && line.endsWith(" = 0")) steps.push({ step: "log-synced" });
  }
  return steps;
}

function written(call: string): TraceStep[] {
  const marker = MARKER.exec(call);
  const tag = marker?.[2];
  if (tag !== undefined) return [marker?.[1] === BEGUN ? { step: "begun", tag } : { step: "acknowledged", tag }];
  return /^\(\d+<[^>]*-wal>/.test(call) ? [{ step: "log-written" }] : [];
}

export interface SyncCheck {
  readonly acknowledged: number;
  readonly violations: readonly string[];
}

/**
 * Each acknowledged change wrote to the log between its beginning and its acknowledgement, and the log was synced after
 * the last of these writes. Changes are made one after the other, so every write to the log has one change to belong to.
 */
export function checkSyncs(steps: readonly TraceStep[]): SyncCheck {
  const violations: string[] = [];
  let acknowledged = 0;
  let current: string | undefined;
  let wrote = false;
  let synced = false;
  for (const step of steps) {
    if (step.step === "begun") {
      if (current !== undefined) violations.push(`${step.tag} began before ${current} was acknowledged: the trace tells nothing`);
      current = step.tag;
      wrote = false;
      synced = false;
    } else if (step.step === "log-written") {
      wrote = true;
      synced = false;
    } else if (step.step === "log-synced") synced = true;
    else {
      acknowledged += 1;
      if (step.tag !== current) violations.push(`${step.tag} was acknowledged without having begun`);
      if (!wrote) violations.push(`${step.tag} was acknowledged without a write to the log`);
      else if (!synced) violations.push(`${step.tag} was acknowledged before its write to the log was synced`);
      current = undefined;
    }
  }
  return { acknowledged, violations };
}
