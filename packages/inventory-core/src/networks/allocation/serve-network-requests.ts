import { Draft, draftOf, Problems } from "../../contract/errors/validation.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { canonicalJson } from "../../contract/operations/request-key.ts";
import type { Change, Outcome } from "../../contract/storage/write-path.ts";
import { documentOf } from "../../storage/document-type.ts";
import { type Given, KeyedAnswers, type KeyWords } from "../../storage/allocation-keys/keyed-answers.ts";
import { chooseFreePrefixes } from "../free-prefixes/choose-free-prefixes.ts";
import { Network } from "../network.ts";
import { networkErrors } from "../network.errors.ts";
import type { NetworkService } from "../network-service.ts";
import { earlierNetworks, type GivenNetwork, rememberNetworks } from "./network-keys.ts";
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
function fingerprint({ key: _, length, name, ...others }: NetworkRequest): string {
  const isUnset = (field: string, value: unknown): boolean =>
    Object.hasOwn(UNSET, field) && canonicalJson(value) === canonicalJson(UNSET[field]);
  const given = Object.entries(others).filter(([field, value]) => !isUnset(field, value));
  return canonicalJson({ length, name, ...Object.fromEntries(given) });
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
  for (const { request, call } of requests) {
    const asked = { key: request.key, fingerprint: fingerprint(request) };
    const answered = keyed.answerOf(asked);
    if (answered instanceof Error) outcomes.push({ error: answered });
    else if (answered !== undefined) outcomes.push({ result: { records: answered, isReplay: true } });
    else {
      const outcome = await giveNetworks(change, networks, parent, { request, call });
      if ("result" in outcome) keyed.give(asked, outcome.result.records);
      outcomes.push(outcome);
    }
  }
  await rememberNetworks(
    change,
    parent.id,
    keyed.given(({ id, subnet }) => ({ id, subnet })),
  );
  return outcomes;
}

/** Creates what a request asks for. The rules are asked before anything is written. */
async function giveNetworks(
  change: Change,
  networks: NetworkService,
  parent: ParentNetwork,
  { request, call }: NetworksWanted,
): Promise<Outcome<Given<Network>>> {
  const { length, count, strategy, key: _, name: __, ...others } = request;
  try {
    const draft = new Draft(request, new Problems());
    const fields = await checkRequest(change, parent, draft);
    draft.valid();
    const chosen = await chooseFreePrefixes(change, parent.id, { length, count, strategy });
    if (!("cidrs" in chosen)) throw networkErrors.PREFIX_NOT_AVAILABLE({ subnet: parent.subnet, length, count, largest: chosen.largest });
    const names = namesOf(request);
    const inherited = { datacenter_id: parent.datacenter_id, space_id: parent.space_id };
    const given = chosen.cidrs.map(({ text: subnet }, index): Network => {
      const [id, name] = [change.newId(), names[index] as string];
      const network = { ...inherited, ...others, id, name, subnet, fields, created_at: change.now, updated_at: change.now };
      // As it is when it is read again.
      return JSON.parse(documentOf(Network, network)) as Network;
    });
    await networks.createInside(change, parent, given, call);
    return { result: { records: given, isReplay: false } };
  } catch (error) {
    if (!isEngineError(error) || error.kind === "unavailable") throw error;
    return { error };
  }
}
