import { type AnyOperation, coreErrors, isDestructive, type Rehearsal, RehearsalReport, reportOf } from "@cadastre/inventory-core";
import { z } from "zod";
import type { Answer } from "../answer/answer.ts";

/** Query parameter of every call that may lose something: `true` changes nothing, and answers what would change. */
export const DRY_RUN = "dry_run";

/** What a dry run is answered with. A type of its own tells it from the record that the same call answers otherwise. */
export const REHEARSAL_TYPE = "application/vnd.cadastre.rehearsal+json";

/** Most changes and events that are written out: a network may take 100,000 allocations with it. */
const MAX_TOLD = 1000;

const count = (what: string) =>
  z
    .int()
    .min(0)
    .meta({ description: `Number of ${what}; only the first ${MAX_TOLD} are listed` });

/** The answer of a dry run. */
export const RehearsalAnswer = RehearsalReport.extend({ change_count: count("changes"), event_count: count("events") }).meta({
  id: "Rehearsal",
  description: "The changes that the call would make; all empty for none",
});

/** Whether a call can be rehearsed: it may lose something, in one transaction. An import has its plan for that, and commits row by row. */
export const isRehearsed = (operation: Pick<AnyOperation, "http" | "destructive" | "items">): boolean =>
  isDestructive(operation) && operation.items === undefined;

const NOT_REHEARSED = "is supported by calls that change or delete records only; nothing was done";

/** What a request says of a dry run. */
export interface DryRun {
  /** Nothing is to be changed. Also true when what was given is wrong: then it is not known what was meant. */
  readonly wanted: boolean;
  /** @throws VALIDATION_ERROR when it cannot be done as it was asked for */
  check(): void;
}

const NONE: DryRun = { wanted: false, check() {} };

/** Reads the parameter. For what only looks it is none, as any other that is not known. @param search query string */
export function dryRunOf(operation: Pick<AnyOperation, "http" | "destructive" | "items">, search: string): DryRun {
  if (operation.http.method === "GET") return NONE;
  const given = new URLSearchParams(search).getAll(DRY_RUN);
  const [value] = given;
  if (value === undefined || (value === "false" && given.length === 1)) return NONE;
  const problem = value !== "true" || given.length > 1 ? "must be true or false" : isRehearsed(operation) ? undefined : NOT_REHEARSED;
  return {
    wanted: true,
    check: () => {
      if (problem !== undefined) throw coreErrors.VALIDATION_ERROR({ [DRY_RUN]: { field: DRY_RUN, message: problem } });
    },
  };
}

/** Answers what would change. */
export function rehearsalAnswer(rehearsal: Rehearsal): Answer {
  const { entries, events } = rehearsal;
  const answer: z.infer<typeof RehearsalAnswer> = {
    ...reportOf(rehearsal, MAX_TOLD),
    change_count: entries.length,
    event_count: events.length,
  };
  return { status: 200, headers: [["content-type", REHEARSAL_TYPE]], body: JSON.stringify(answer) };
}
