/**
 * What kind of failure an error is. The edges translate a kind (HTTP to a status, a command to an exit code);
 * the engine never names a status.
 */
export const ERROR_KINDS = [
  "invalid",
  "unauthenticated",
  "forbidden",
  "not-found",
  "timeout",
  "conflict",
  "exhausted",
  "precondition",
  "precondition-required",
  "gone",
  "too-large",
  "unsupported-type",
  "too-much-work",
  "rate-limited",
  "unavailable",
  "internal",
] as const;
/** One of {@link ERROR_KINDS}. */
export type ErrorKind = (typeof ERROR_KINDS)[number];

const BRAND = Symbol.for("cadastre.InventoryError");

/** What an {@link InventoryError} is made of. */
export interface InventoryErrorInit<Code extends string = string, Details = unknown> {
  readonly code: Code;
  readonly kind: ErrorKind;
  /** A sentence that says what is wrong and what to do. */
  readonly message: string;
  readonly details?: Details;
  readonly cause?: unknown;
  /** Seconds after which the same call may succeed (rate limits, storage out of reach). */
  readonly retryAfterSeconds?: number;
}

/** The one error class of the engine and its plugins: a stable `code`, a `kind`, typed `details`. */
export class InventoryError<Code extends string = string, Details = unknown> extends Error {
  /** Stable: decide by it. */
  readonly code: Code;
  /** What kind of failure it is. */
  readonly kind: ErrorKind;
  /** What the error is about; its code tells which details there are. */
  readonly details: Details;
  /** Seconds after which the same call may succeed; undefined where that is not known. */
  readonly retryAfterSeconds: number | undefined;

  constructor(init: InventoryErrorInit<Code, Details>) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = "InventoryError";
    this.code = init.code;
    this.kind = init.kind;
    this.details = init.details as Details;
    this.retryAfterSeconds = init.retryAfterSeconds;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/**
 * True for errors of the engine and its plugins, also when a second copy of the package made them
 * (bundled twice, the class differs and the brand does not). Programs use `isInventoryError`, which knows the codes.
 */
export function isEngineError(error: unknown): error is InventoryError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** Codes whose details are shown: all but the sentence, or those that are named. */
const DETAILED: ReadonlyMap<string, readonly string[] | "all"> = new Map<string, readonly string[] | "all">([
  ["CONFLICT", "all"],
  ["PREFIX_NOT_AVAILABLE", "all"],
  ["IP_NOT_AVAILABLE", ["skipped"]],
]);

/**
 * The details of an error that callers elsewhere are shown: the fields of a VALIDATION_ERROR, and what a CONFLICT names beside its
 * sentence, or PREFIX_NOT_AVAILABLE, and what was passed over before an IP_NOT_AVAILABLE (docs/spec/errors.md#details). Other errors have
 * none: clients of the old interface break on what they do not expect.
 */
export function publicDetailsOf({ code, details }: Pick<InventoryError, "code" | "details">): object | undefined {
  if (typeof details !== "object" || details === null) return undefined;
  if (code === "VALIDATION_ERROR") return details;
  const shown = DETAILED.get(code);
  if (shown === undefined) return undefined;
  const isShown = (name: string): boolean => (shown === "all" ? name !== "reason" : shown.includes(name));
  const named = Object.entries(details).filter(([name, value]) => isShown(name) && value !== undefined);
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** What a host knows of an error. */
export interface DeclaredError {
  /** What kind of failure it is. */
  readonly kind: ErrorKind;
  /** When this error is given, for the generated reference. */
  readonly when: string;
}

/** One row of an error catalogue: its kind, what it means (for the reference), and its sentence. */
export interface ErrorDefinition<Details = never> extends DeclaredError {
  /** The sentence for the caller, of the details of the error. */
  readonly message: (details: Details) => string;
}

/** Declares one error, so that the type of its details is inferred from its sentence. */
export function errorOf<Details>(kind: ErrorKind, when: string, message: (details: Details) => string): ErrorDefinition<Details> {
  return { kind, when, message };
}

interface Extra {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
}

type Factory<Code extends string, Definition> =
  Definition extends ErrorDefinition<infer Details> ? (details: Details, extra?: Extra) => InventoryError<Code, Details> : never;

/** A catalogue of errors: one factory for each code, and the definitions for the reference. */
export type ErrorCatalogue<Definitions> = {
  readonly [Code in keyof Definitions & string]: Factory<Code, Definitions[Code]>;
} & { readonly definitions: { readonly [Code in keyof Definitions & string]: DeclaredError } };

/**
 * Codes of a catalogue, or of several, with the types of their details: what a plugin adds to `ErrorDetails`.
 *
 * @example
 * declare module "@cadastre/inventory-core" {
 *   interface ErrorDetails extends DetailsOf<typeof rackErrors> {}
 * }
 */
export type DetailsOf<Catalogue> = {
  readonly [Code in CodeOf<Catalogue>]: Catalogue extends { readonly [_ in Code]: (details: infer Details, extra?: Extra) => Error }
    ? Details
    : never;
};

type CodeOf<Catalogue> = Catalogue extends unknown ? Exclude<keyof Catalogue & string, "definitions"> : never;

/**
 * Declares error codes. Codes are UPPER_SNAKE and checked when the module loads.
 *
 * @example
 * const errors = defineErrors({ RACK_FULL: errorOf("exhausted", "…", (d: { rack: string }) => `rack ${d.rack} is full`) });
 * throw errors.RACK_FULL({ rack: "A1" });
 */
export function defineErrors<const Definitions extends Record<string, ErrorDefinition<never>>>(
  definitions: Definitions,
): ErrorCatalogue<Definitions> {
  const catalogue: Record<string, unknown> = { definitions };
  for (const [code, definition] of Object.entries(definitions)) {
    if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code)) throw new TypeError(`error code ${code} must be UPPER_SNAKE`);
    catalogue[code] = (details: never, extra?: Extra) =>
      new InventoryError({ code, kind: definition.kind, message: definition.message(details), details, ...extra });
  }
  return catalogue as ErrorCatalogue<Definitions>;
}
