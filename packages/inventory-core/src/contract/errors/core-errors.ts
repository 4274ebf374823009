import { defineErrors, errorOf } from "./error.ts";

/** One field problem of a VALIDATION_ERROR, as clients are told of it (docs/spec/errors.md#details). */
export interface FieldProblem {
  /** Path of the field: `addresses[0].ip`. */
  readonly field: string;
  /** What is wrong, as the end of a sentence: `is required`. */
  readonly message: string;
}

/** The map of a VALIDATION_ERROR: from field path (`addresses[0].ip`) to its problem. */
export type FieldProblems = Readonly<Record<string, FieldProblem>>;

/** An allocation that forbids an action. */
export interface ConflictingAllocation {
  /** Id of the allocation. */
  readonly id: string;
  /** Its address. */
  readonly ip: string;
}

/** An address space that may be meant. */
export interface ChoosableSpace {
  /** As `space_id` in a query names it; null for one that is gone. */
  readonly space_id: string | null;
  /** Its name. */
  readonly name: string;
}

/** Records of one kind that refer to a record. */
export interface ReferringRecords {
  /** Name of the kind: `circuit`. */
  readonly kind: string;
  /** Number of the records. */
  readonly count: number;
  /** Id of the plugin that declares the kind; `application` for kinds of the program itself. */
  readonly plugin: string;
}

/** What a CONFLICT is about, beside its sentence: what a program would otherwise read out of the sentence. */
export interface ConflictSubjects {
  /** Addresses of a request key that are not held under it any more, or subnets of its networks that are deleted. */
  readonly released?: readonly string[];
  /** Allocations that forbid the action, the first of them by address. */
  readonly allocations?: readonly ConflictingAllocation[];
  /** The device that holds already what was to be promoted. */
  readonly device_id?: string;
  /** Id of the record that holds a key which was claimed. */
  readonly record_id?: string;
  /** Records that forbid the deletion of another one, because they refer to it. */
  readonly referring?: ReferringRecords;
  /** Number of values of a field that forbid the action. */
  readonly values?: number;
  /** The address spaces of which one must be named. */
  readonly spaces?: readonly ChoosableSpace[];
}

/** Error codes that no single resource owns (docs/spec/errors.md#error-body). */
export const coreErrors = defineErrors({
  VALIDATION_ERROR: errorOf("invalid", "a field of the request is missing or wrong; details names each one", (d: FieldProblems) =>
    Object.values(d)
      .map((problem) => `${problem.field}: ${problem.message}`)
      .join("; "),
  ),
  INVALID_INPUT: errorOf("invalid", "the body is not JSON, or not an object", (d: { reason: string }) => d.reason),
  UNAUTHORIZED: errorOf(
    "unauthenticated",
    "no credentials, or credentials that are not valid",
    (d: { reason?: string }) => d.reason ?? "authentication is required: sign in, or send an API key as Authorization: Bearer <key>",
  ),
  FORBIDDEN: errorOf(
    "forbidden",
    "the caller lacks the permission, or the server does not do this to anyone's order (a range that is not scanned)",
    (d: { permission: string; reason?: string } | { range: string; reason: string }) =>
      "permission" in d ? (d.reason ?? `this needs the permission ${d.permission}; ask an administrator for a role that has it`) : d.reason,
  ),
  NOT_FOUND: errorOf("not-found", "the record or path does not exist", (d: { what: string }) => `${d.what} not found`),
  ALREADY_EXISTS: errorOf("conflict", "a record like this exists already", (d: { reason: string }) => d.reason),
  CONFLICT: errorOf("conflict", "the state of the record forbids the action", (d: { reason: string } & ConflictSubjects) => d.reason),
  PRECONDITION_FAILED: errorOf(
    "precondition",
    "If-Match does not name the current version",
    (_: { current: string }) => "the record has changed since it was read: read it again and repeat the change",
  ),
  PRECONDITION_REQUIRED: errorOf(
    "precondition-required",
    "the call must say which version it is about, and does not",
    (d: { reason: string }) => d.reason,
  ),
  TOO_MUCH_WORK: errorOf(
    "too-much-work",
    "the call would keep others from writing for too long, and was rolled back",
    (d: { reason: string; seconds?: number; records?: number }) => `${d.reason}: nothing was changed; split it into several calls`,
  ),
  BUSY: errorOf(
    "unavailable",
    "the call waited too long for its turn among others, or there was no room for its body; nothing was changed",
    (d: { reason: string }) => `${d.reason}; send it again`,
  ),
  READ_ONLY: errorOf(
    "unavailable",
    "the inventory was opened read-only, and the call would change it",
    (_: Record<string, never>) =>
      "the inventory was opened read-only and nothing was changed: send changes to a server or program that writes to this database",
  ),
  UNAVAILABLE: errorOf("unavailable", "storage is out of reach or the service is stopping", (d: { reason: string; outcome?: "unknown" }) =>
    d.outcome === undefined ? `${d.reason}; try again shortly` : d.reason,
  ),
  PACKAGE_FILES_MISSING: errorOf(
    "internal",
    "a package does not find files that it ships with its code: a bundler included the code alone",
    (d: { package: string }) =>
      `the files of ${d.package} are not where its code is: install ${d.package} where the program runs, and exclude it from the bundle ` +
      `(--external:${d.package} of esbuild, serverExternalPackages or withCadastre of Next.js)`,
  ),
  INTERNAL_ERROR: errorOf(
    "internal",
    "an error that should not happen",
    (_: { requestId?: string }) => "internal error; report it with the request id",
  ),
});
