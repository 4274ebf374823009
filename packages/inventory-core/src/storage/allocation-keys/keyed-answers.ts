import { coreErrors } from "../../contract/errors/core-errors.ts";
import { invalidField } from "../../contract/errors/validation.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import type { EarlierAnswer, GivenNow, GivenRecord } from "./allocation-keys.ts";

/**
 * The request key of a call: of its body, or the Idempotency-Key header, which is the same here.
 * @throws VALIDATION_ERROR when the two differ
 */
export function keyOfCall(key: string | null, { idempotencyKey }: CallContext): string | null {
  if (key !== null && idempotencyKey !== undefined && key !== idempotencyKey)
    throw invalidField("key", "differs from the Idempotency-Key header: send one of them");
  return key ?? idempotencyKey ?? null;
}

/** What a request is given. */
export interface Given<Record> {
  readonly records: readonly Record[];
  /** It was given before, under its key. */
  readonly isReplay: boolean;
}

/** What is given to a caller, who is told when it was given before. */
export function givenTo<Record>({ answerHeaders, within }: CallContext, { records, isReplay }: Given<Record>): Record[] {
  // The answer of a call that is a part of another change is not the one that is sent.
  if (isReplay && within === undefined) answerHeaders?.append("idempotent-replay", "true");
  return [...records];
}

/** A request that may have a key. */
export interface KeyedRequest {
  readonly key: string | null;
  /** The request as JSON: what must be the same for a key to be a repetition. */
  readonly fingerprint: string;
}

/** How answers are told of. */
export interface KeyWords<Given> {
  /** Fields that must be the same, for a sentence: `count, ip or note`. */
  readonly fields: string;
  /** What one record that was given is called: an address, a subnet. */
  readonly nameOf: (given: Given) => string;
  /** That something went, `let go`, and what several of it are called, `addresses`. */
  readonly went: string;
  readonly plural: string;
}

/** What keys were given, before and by requests that are served together: a key has one answer. */
export class KeyedAnswers<Record, Given extends GivenRecord> {
  readonly #earlier: ReadonlyMap<string, EarlierAnswer<Record, Given>>;
  readonly #words: KeyWords<Given>;
  readonly #now = new Map<string, { readonly request: string; readonly records: readonly Record[] }>();

  constructor(earlier: ReadonlyMap<string, EarlierAnswer<Record, Given>>, words: KeyWords<Given>) {
    this.#earlier = earlier;
    this.#words = words;
  }

  /** What the key of a request has been given, or CONFLICT; undefined for a request that is new. */
  answerOf({ key, fingerprint }: KeyedRequest): readonly Record[] | Error | undefined {
    if (key === null) return undefined;
    const earlier = this.#earlier.get(key);
    const beside = this.#now.get(key);
    const request = earlier?.request ?? beside?.request;
    if (request === undefined) return undefined;
    if (request !== fingerprint) return this.#usedOtherwise(key);
    if (earlier === undefined) return beside?.records;
    return earlier.gone.length === 0 ? earlier.held : this.#goneSince(key, earlier.gone);
  }

  /** A request was given this. */
  give({ key, fingerprint }: KeyedRequest, records: readonly Record[]): void {
    if (key !== null) this.#now.set(key, { request: fingerprint, records });
  }

  /** What keys were given now, to be remembered. */
  given(what: (record: Record) => Given): ReadonlyMap<string, GivenNow<Given>> {
    return new Map([...this.#now].map(([key, { request, records }]) => [key, { request, given: records.map(what) }]));
  }

  #usedOtherwise(key: string): Error {
    return coreErrors.CONFLICT({
      reason: `the key ${JSON.stringify(key)} was used with another ${this.#words.fields}: use a new key`,
    });
  }

  #goneSince(key: string, gone: readonly Given[]): Error {
    const { nameOf, plural, went } = this.#words;
    const released = gone.map(nameOf);
    const [first] = released;
    const what = released.length === 1 ? `${first} of it was` : `${released.length} ${plural} of it, ${first} the first, were`;
    return coreErrors.CONFLICT({
      reason:
        `the key ${JSON.stringify(key)} was answered before, and ${what} ${went} since: use a new key, or forget this one (DELETE ` +
        `/api/allocation-keys)`,
      released,
    });
  }
}
