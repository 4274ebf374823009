import { coreErrors } from "../contract/errors/core-errors.ts";
import { holds, isLetIn, type Principal } from "../contract/access/principal.ts";
import { serviceToken } from "../contract/service-token.ts";
import { JsonList } from "../contract/operations/result.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import type { RecordWriter } from "../records/record-types.ts";
import { type RecordScope, scopeOf } from "../records/access/record-scope.ts";
import { invalidField } from "../contract/errors/validation.ts";
import { type Candidate, type NameTerms, nameTermsOf, rankOf } from "./name-paths.ts";
import { declaredById, declaredByName } from "./declared-names.ts";
import { type FoundRow, type NameRow, rowsById, rowsByName, type Within } from "./name-rows.ts";
import { MAX_NAMES, NAMED_TYPES, type NamedType, type NameQuery, type RecordName } from "./record-name.ts";

export const NAMES = serviceToken<NameService>("names");

/** Finds records by what they are called, and tells what records are called. */
export class NameService {
  readonly #storage: OpenStorage;
  readonly #declared: RecordKinds;

  constructor(storage: OpenStorage, declared: RecordKinds) {
    this.#storage = storage;
    this.#declared = declared;
  }

  /**
   * The records that a text means best, or those of some ids, as far as the caller may list them.
   * @throws VALIDATION_ERROR, FORBIDDEN when none of the kinds that are asked for may be listed
   */
  find({ text, id: ids, type }: NameQuery, principal: Principal, signal?: AbortSignal): JsonList<RecordName> {
    const types = this.#allowedTypes(type, principal);
    if ((text === undefined || text.trim() === "") === (ids === undefined)) throw invalidField("text", "is required, or id in its place");
    if (ids !== undefined && ids.length > MAX_NAMES) throw invalidField("id", `must be at most ${MAX_NAMES} ids`);
    const hides = (kind: string): boolean => !this.#maySee(principal, kind);
    const hidden: Hidden = { space: hides("space"), datacenter: hides("datacenter"), network: hides("network"), hides };
    const scope = scopeOf(principal);
    const pages =
      ids === undefined
        ? this.#named(nameTermsOf(text ?? ""), types, hidden, scope, signal)
        : this.#called(ids, types, hidden, scope, signal);
    return new JsonList<RecordName>(pages);
  }

  async *#called(
    ids: readonly string[],
    types: readonly string[],
    hidden: Hidden,
    scope: RecordScope,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly string[]> {
    for (const type of types) {
      signal?.throwIfAborted();
      yield (await this.#rowsById(type, ids, scope)).map((row) => textOf(type, row, hidden));
    }
  }

  async *#named(
    terms: NameTerms,
    types: readonly string[],
    hidden: Hidden,
    scope: RecordScope,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly string[]> {
    const found: { readonly rank: number; readonly text: string }[] = [];
    for (const type of types) {
      signal?.throwIfAborted();
      for (const { row, others } of await this.#rowsByName(type, terms, scope)) {
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

  async #rowsById(type: string, ids: readonly string[], scope: RecordScope): Promise<readonly NameRow[]> {
    const service = this.#keptIn(type);
    if (service === undefined) return await rowsById(this.#storage.read, type as NamedType, ids);
    return await declaredById(this.#storage.read, this.#declared, service, ids, scope);
  }

  async #rowsByName(type: string, terms: NameTerms, scope: RecordScope): Promise<readonly FoundRow[]> {
    const service = this.#keptIn(type);
    if (service === undefined) return await rowsByName(this.#storage, type as NamedType, terms);
    return await declaredByName(this.#storage.read, this.#declared, service, terms, scope);
  }

  /** The service of a declared kind whose names are in `record_text`. */
  #keptIn(type: string): RecordWriter | undefined {
    const service = this.#declared.find(type);
    return service?.kind.doors.has("names") === true ? service : undefined;
  }

  #maySee(principal: Principal, type: string): boolean {
    const kind = this.#declared.find(type)?.kind;
    if (kind?.owner === true || kind?.readers === "everyone") return isLetIn(principal, "authenticated");
    return holds(principal, `${this.#declared.thingOf(type)}:list`);
  }

  /** The kinds of record that a call asks for, as far as the caller may list them. @throws VALIDATION_ERROR, FORBIDDEN */
  #allowedTypes(asked: readonly string[] | undefined, principal: Principal): readonly string[] {
    const all = [...NAMED_TYPES, ...this.#declared.all.filter(({ doors }) => doors.has("names")).map(({ name }) => name)];
    if (asked?.some((type) => !all.includes(type)) === true) throw invalidField("type", `must be one of ${all.join(", ")}`);
    const types = all.filter((type) => asked === undefined || asked.includes(type));
    const allowed = types.filter((type) => this.#maySee(principal, type));
    const [first] = types;
    if (allowed.length === 0 && asked !== undefined && first !== undefined)
      throw coreErrors.FORBIDDEN({ permission: `${this.#declared.thingOf(first)}:list` });
    return allowed;
  }
}

/** Names that the caller may not see. */
interface Hidden {
  readonly space: boolean;
  readonly datacenter: boolean;
  readonly network: boolean;
  /** Whether the caller may not list records of a kind. */
  readonly hides: (type: string) => boolean;
}

function candidateOf(type: string, row: NameRow, others: readonly string[], hidden: Hidden): Candidate {
  if (row.within !== undefined) return { name: row.name, others, within: row.within === null ? [""] : declaredWithin(row.within, hidden) };
  // Nothing before the slash: in no datacenter.
  const datacenter = hidden.datacenter ? [] : [row.datacenter ?? ""];
  if (type === "field") return { name: row.name, others, within: [row.detail] };
  const places = hidden.space || row.space === null ? datacenter : [...datacenter, row.space];
  if (type !== "pool") return { name: row.name, others, within: places };
  const networks = hidden.network ? [] : [row.network ?? "", row.subnet ?? ""];
  return { name: row.name, others, within: networks.flatMap((network) => [network, ...places.map((place) => `${place}/${network}`)]) };
}

const declaredWithin = ({ type, name }: Within, hidden: Hidden): readonly string[] => (hidden.hides(type) ? [] : [name]);

/** The place of a record of the core: the network of a pool, the datacenter of a network or device, else the space of a network. */
function coreWithin({
  network_id: networkId,
  network,
  datacenter_id: datacenterId,
  datacenter,
  space_id: spaceId,
  space,
}: NameRow): Within | null {
  if (networkId !== null) return { type: "network", id: networkId, name: network ?? "" };
  if (datacenterId !== null) return { type: "datacenter", id: datacenterId, name: datacenter ?? "" };
  return spaceId === null ? null : { type: "space", id: spaceId, name: space ?? "" };
}

function textOf(type: string, { subnet: _, within: declared, ...row }: NameRow, hidden: Hidden): string {
  const within = declared === undefined ? coreWithin(row as NameRow) : declared;
  const record: RecordName = {
    type,
    ...row,
    network: hidden.network ? null : row.network,
    datacenter: hidden.datacenter ? null : row.datacenter,
    space: hidden.space ? null : row.space,
    within: within === null || hidden.hides(within.type) ? null : within,
  };
  return JSON.stringify(record);
}
