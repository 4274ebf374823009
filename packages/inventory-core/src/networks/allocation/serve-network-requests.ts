import type { Cidr } from "../../address/cidr.ts";
import { Draft, draftOf, Problems } from "../../contract/errors/validation.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { canonicalJson } from "../../contract/operations/request-key.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import type { Change } from "../../contract/storage/write-path.ts";
import { uniqueBreaches } from "../../fields/check-own-fields.ts";
import type { OwnFields } from "../../fields/own-fields.ts";
import { documentOf } from "../../storage/document-type.ts";
import { type Given, KeyedAnswers, type KeyWords } from "../../storage/allocation-keys/keyed-answers.ts";
import { chooseFreePrefixes } from "../free-prefixes/choose-free-prefixes.ts";
import { Network } from "../network.ts";
import { networkErrors } from "../network.errors.ts";
import type { NetworkService } from "../network-service.ts";
import { earlierNetworks, type GivenNetwork, rememberNetworks } from "./network-keys.ts";
import type { VlanLink } from "../vlan-links.ts";
import { NetworkRequest } from "./network-request.ts";
import { checkRequest, namesOf, type ParentNetwork } from "./parent-network.ts";

/** A request for networks, and who asks. */
export interface NetworksWanted {
  readonly request: NetworkRequest;
  readonly call: CallContext;
}

const WORDS: KeyWords<GivenNetwork> = {
  fields: "length, count, name or other field",
  nameOf: ({ subnet }) => subnet,
  went: "deleted",
  plural: "networks",
};

/** The fields of a request that says nothing but how long and what name. */
const UNSET: Readonly<Record<string, unknown>> = draftOf(NetworkRequest, { length: 1, name: "-" }).fields;

/**
 * What must be the same for a key to be a repetition: all that was asked for. Fields as they are unless they are given are left out, so
 * that the text stays the same when networks gain more.
 */
function fingerprintOf({ key: _, length, name, ...others }: NetworkRequest): string {
  const isUnset = (field: string, value: unknown): boolean =>
    Object.hasOwn(UNSET, field) && canonicalJson(value) === canonicalJson(UNSET[field]);
  const given = Object.entries(others).filter(([field, value]) => !isUnset(field, value));
  return canonicalJson({ length, name, ...Object.fromEntries(given) });
}

/** A request that is to be given new networks. */
interface Fresh extends NetworksWanted {
  /** Its place among all requests. */
  readonly at: number;
  readonly fingerprint: string;
  readonly fields: OwnFields;
  readonly link: VlanLink;
}

/**
 * Gives each request its networks in the order of the requests: the earlier ones again, new ones in what is free, or why not. A request
 * that is refused leaves nothing.
 */
export async function serveNetworkRequests(
  change: Change,
  networks: NetworkService,
  parent: ParentNetwork,
  requests: readonly NetworksWanted[],
): Promise<Outcome<Given<Network>>[]> {
  const keys = [...new Set(requests.flatMap(({ request }) => request.key ?? []))];
  const keyed = new KeyedAnswers<Network, GivenNetwork>(await earlierNetworks(change, parent.id, keys), WORDS);
  const outcomes: Outcome<Given<Network>>[] = [];
  let alike: Fresh[] = [];
  const giveThem = async (): Promise<void> => {
    for (const [index, outcome] of (await giveNetworks(change, networks, parent, alike)).entries()) {
      const { request, fingerprint, at } = alike[index] as Fresh;
      if ("result" in outcome) keyed.give({ key: request.key, fingerprint }, outcome.result.records);
      outcomes[at] = outcome;
    }
    alike = [];
  };
  for (const [at, { request, call }] of requests.entries()) {
    const asked = { key: request.key, fingerprint: fingerprintOf(request) };
    if (request.key !== null && alike.some((other) => other.request.key === request.key)) await giveThem();
    const answered = keyed.answerOf(asked);
    if (answered !== undefined) {
      outcomes[at] = answered instanceof Error ? { error: answered } : { result: { records: answered, isReplay: true } };
      continue;
    }
    const draft = new Draft(request, new Problems());
    const { own: fields, link } = await checkRequest(change, parent, draft);
    const [first] = alike;
    if (first !== undefined && (first.request.length !== request.length || first.request.strategy !== request.strategy)) await giveThem();
    if (draft.problems.any) outcomes[at] = { error: draft.problems.error };
    else alike.push({ at, request, call, fields, link, fingerprint: asked.fingerprint });
  }
  await giveThem();
  await rememberNetworks(
    change,
    parent.id,
    keyed.given(({ id, subnet }) => ({ id, subnet })),
  );
  return outcomes;
}

/**
 * Creates what requests of one length and strategy ask for, one after the other. All of them are chosen and written together, unless one
 * cannot be served; the rules are asked before anything is written.
 */
async function giveNetworks(
  change: Change,
  networks: NetworkService,
  parent: ParentNetwork,
  alike: readonly Fresh[],
): Promise<readonly Outcome<Given<Network>>[]> {
  const [first] = alike;
  if (first === undefined) return [];
  const { length, strategy } = first.request;
  const count = alike.reduce((sum, { request }) => sum + request.count, 0);
  const chosen = await chooseFreePrefixes(change, parent.id, { length, count, strategy });
  const refused = async (error: Error): Promise<readonly Outcome<Given<Network>>[]> => {
    if (alike.length === 1) return [{ error }];
    const outcomes: Outcome<Given<Network>>[] = [];
    for (const one of alike) outcomes.push(...(await giveNetworks(change, networks, parent, [one])));
    return outcomes;
  };
  if (!("cidrs" in chosen))
    return await refused(networkErrors.PREFIX_NOT_AVAILABLE({ subnet: parent.subnet, length, count, largest: chosen.largest }));
  let at = 0;
  const made = alike.map(({ request, fields, link }) => {
    const own = chosen.cidrs.slice(at, (at += request.count));
    return newNetworks(change, parent, request, { ...link, fields }, own);
  });
  const [breach] = (await uniqueBreaches(change, "network", made.flat())).filter((reason) => reason !== undefined);
  if (breach !== undefined) return await refused(coreErrors.ALREADY_EXISTS({ reason: breach }));
  const refusal = await refusalOf(change, made.flat());
  if (refusal !== undefined) return await refused(refusal);
  await networks.createInside(
    change,
    parent,
    made.flatMap((own, index) => own.map((network) => ({ network, call: (alike[index] as Fresh).call }))),
  );
  return made.map((records) => ({ result: { records, isReplay: false } }));
}

/** The error of the first network that an extension refuses. @throws what an extension throws otherwise */
async function refusalOf(change: Change, networks: readonly Network[]): Promise<Error | undefined> {
  if (!change.extensions.has("network")) return undefined;
  try {
    for (const network of networks) await change.extensions.check(change, "network", network, undefined);
    return undefined;
  } catch (error) {
    if (isEngineError(error)) return error;
    throw error;
  }
}

function newNetworks(
  change: Change,
  parent: ParentNetwork,
  request: NetworkRequest,
  own: VlanLink & { readonly fields: OwnFields },
  cidrs: readonly Cidr[],
): readonly Network[] {
  const { length: _, count: __, strategy: ___, key: ____, name: _____, ...others } = request;
  const names = namesOf(request);
  const given = {
    datacenter_id: parent.datacenter_id,
    space_id: parent.space_id,
    ...others,
    parent_id: parent.holder_id,
    ...own,
    created_at: change.now,
    updated_at: change.now,
  };
  return cidrs.map(({ text: subnet }, index) => {
    const network: Network = { id: change.newId(), name: names[index] as string, subnet, ...given };
    // As it is when it is read again.
    return JSON.parse(documentOf(Network, network)) as Network;
  });
}
