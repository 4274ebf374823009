import type { CallContext } from "../../contract/operations/operation.ts";
import { serviceToken } from "../../contract/service-token.ts";
import type { Draft } from "../../contract/errors/validation.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { Outcome } from "../../contract/storage/outcome.ts";
import type { ExtensionRunner, WritePath } from "../../contract/storage/write-path.ts";
import { type Given, givenTo, keyOfCall } from "../../storage/allocation-keys/keyed-answers.ts";
import { isAlone, runTogether } from "../../storage/allocation-keys/run-together.ts";
import { Batcher } from "../../storage/writers/batcher.ts";
import type { NetworkService } from "../network-service.ts";
import type { Network } from "../network.ts";
import type { AllocatedNetworks, NetworkRequest } from "./network-request.ts";
import { checkRequest, parentNetwork } from "./parent-network.ts";
import { type NetworksWanted, serveNetworkRequests } from "./serve-network-requests.ts";

export const NETWORK_ALLOCATIONS = serviceToken<NetworkAllocationService>("network-allocations");

/** Most networks that are created in one transaction, unless a single request asks for more. */
const MAX_TOGETHER = 64;

/** Gives networks inside others: never one that overlaps another, all or nothing, the same again for the same key. */
export class NetworkAllocationService {
  readonly #storage: OpenStorage;
  readonly #writes: WritePath;
  readonly #networks: NetworkService;
  readonly #requests: Batcher<NetworksWanted, Given<Network>>;

  /** Whether an extension may undo an allocation, which is a transaction of its own for that reason. */
  readonly #isExtended: boolean;

  constructor(storage: OpenStorage, writes: WritePath, networks: NetworkService, extensions: ExtensionRunner) {
    this.#isExtended = extensions.has("network");
    this.#storage = storage;
    this.#writes = writes;
    this.#networks = networks;
    this.#requests = new Batcher(
      async (parentId, requests) => await this.#serve(parentId, requests),
      MAX_TOGETHER,
      ({ request }) => request.count,
    );
  }

  /** @throws NETWORK_NOT_FOUND */
  async parentMustExist(id: string): Promise<void> {
    await parentNetwork(this.#storage.read, id);
  }

  /**
   * Creates `count` networks of a prefix length in what is free of another one. Calls for one network at the same time go together in one
   * transaction, in the order in which they came.
   * @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, PREFIX_NOT_AVAILABLE (nothing is created), CONFLICT (key used with other arguments, or of
   * networks that are deleted), ALREADY_EXISTS
   */
  async allocate(parentId: string, draft: Draft<NetworkRequest>, call: CallContext): Promise<AllocatedNetworks> {
    if (draft.problems.any) await checkRequest(this.#storage.read, await parentNetwork(this.#storage.read, parentId), draft);
    const given = draft.valid();
    const request: NetworkRequest = { ...given, key: keyOfCall(given.key, call) };
    return { networks: givenTo(call, await this.#requests.add(parentId, { request, call }, call, this.#isExtended || isAlone(call))) };
  }

  async #serve(parentId: string, requests: readonly NetworksWanted[]): Promise<readonly Outcome<Given<Network>>[]> {
    return await runTogether(this.#writes, requests, async (change) => {
      // Nobody else changes what is free, on any host.
      await change.lock({ on: "topology", mode: "exclusive" });
      return await serveNetworkRequests(change, this.#networks, await parentNetwork(change, parentId), requests);
    });
  }
}
