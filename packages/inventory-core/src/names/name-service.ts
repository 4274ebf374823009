import { coreErrors } from "../contract/errors/core-errors.ts";
import { holds, type Principal } from "../contract/access/principal.ts";
import { serviceToken } from "../contract/service-token.ts";
import { JsonList } from "../contract/operations/result.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import { invalidField } from "../contract/errors/validation.ts";
import { type Candidate, type NameTerms, nameTermsOf, rankOf } from "./name-paths.ts";
import { type NameRow, rowsById, rowsByName } from "./name-rows.ts";
import { MAX_NAMES, NAMED_TYPES, type NamedType, type NameQuery, type RecordName } from "./record-name.ts";

export const NAMES = serviceToken<NameService>("names");

/** Finds records by what they are called, and tells what records are called. */
export class NameService {
  readonly #storage: OpenStorage;

  constructor(storage: OpenStorage) {
    this.#storage = storage;
  }

  /**
   * The records that a text means best, or those of some ids, as far as the caller may list them.
   * @throws VALIDATION_ERROR, FORBIDDEN when none of the kinds that are asked for may be listed
   */
  find({ text, id: ids, type }: NameQuery, principal: Principal, signal?: AbortSignal): JsonList<RecordName> {
    const types = allowedTypes(type, principal);
    if ((text === undefined || text.trim() === "") === (ids === undefined)) throw invalidField("text", "is required, or id in its place");
    if (ids !== undefined && ids.length > MAX_NAMES) throw invalidField("id", `must be at most ${MAX_NAMES} ids`);
    const sees = (kind: NamedType): boolean => maySee(principal, kind);
    const hidden = { space: !sees("space"), datacenter: !sees("datacenter"), network: !sees("network") };
    const pages =
      ids === undefined ? this.#named(nameTermsOf(text ?? ""), types, hidden, signal) : this.#called(ids, types, hidden, signal);
    return new JsonList<RecordName>(pages);
  }

  async *#called(
    ids: readonly string[],
    types: readonly NamedType[],
    hidden: Hidden,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly string[]> {
    for (const type of types) {
      signal?.throwIfAborted();
      yield (await rowsById(this.#storage.read, type, ids)).map((row) => textOf(type, row, hidden));
    }
  }

  async *#named(
    terms: NameTerms,
    types: readonly NamedType[],
    hidden: Hidden,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly string[]> {
    const found: { readonly rank: number; readonly text: string }[] = [];
    for (const type of types) {
      signal?.throwIfAborted();
      for (const { row, others } of await rowsByName(this.#storage, type, terms)) {
        const rank = rankOf(terms.text, candidateOf(type, row, others, hidden));
        if (rank !== undefined) found.push({ rank, text: textOf(type, row, hidden) });
      }
    }
    const best = Math.min(...found.map(({ rank }) => rank));
    yield found
      .filter(({ rank }) => rank === best)
      .slice(0, MAX_NAMES)
      .map(({ text }) => text);
  }
}

/** Names that the caller may not be told. */
type Hidden = Readonly<Record<"space" | "datacenter" | "network", boolean>>;

/** Fields of one's own are shown to everybody. */
const maySee = (principal: Principal, type: NamedType): boolean => type === "field" || holds(principal, `${type}:list`);

function allowedTypes(asked: readonly string[] | undefined, principal: Principal): readonly NamedType[] {
  const unknown = asked?.find((type) => !(NAMED_TYPES as readonly string[]).includes(type));
  if (unknown !== undefined) throw invalidField("type", `must be one of ${NAMED_TYPES.join(", ")}`);
  const types = NAMED_TYPES.filter((type) => asked === undefined || asked.includes(type));
  const allowed = types.filter((type) => maySee(principal, type));
  const [first] = types;
  if (allowed.length === 0 && asked !== undefined && first !== undefined) throw coreErrors.FORBIDDEN({ permission: `${first}:list` });
  return allowed;
}

function candidateOf(type: NamedType, row: NameRow, others: readonly string[], hidden: Hidden): Candidate {
  // Nothing before the slash: in no datacenter.
  const datacenter = hidden.datacenter ? [] : [row.datacenter ?? ""];
  if (type === "field") return { name: row.name, others, within: [row.detail] };
  if (type === "datacenter" || type === "space") return { name: row.name, others, within: [] };
  const places = hidden.space || row.space === null ? datacenter : [...datacenter, row.space];
  if (type !== "pool") return { name: row.name, others, within: places };
  const networks = hidden.network ? [] : [row.network ?? "", row.subnet ?? ""];
  return { name: row.name, others, within: networks.flatMap((network) => [network, ...places.map((place) => `${place}/${network}`)]) };
}

function textOf(type: NamedType, { subnet: _, ...row }: NameRow, hidden: Hidden): string {
  const record: RecordName = {
    type,
    ...row,
    network: hidden.network ? null : row.network,
    datacenter: hidden.datacenter ? null : row.datacenter,
    space: hidden.space ? null : row.space,
  };
  return JSON.stringify(record);
}
