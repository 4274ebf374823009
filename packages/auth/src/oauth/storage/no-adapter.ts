import type { Adapter } from "oidc-provider";

/**
 * Keeps nothing. oidc-provider has sessions of its own, in which it remembers who signed in and what was allowed; ours are
 * asked instead, each time, so there is nothing to remember, to steal or to end.
 */
export class NoAdapter implements Adapter {
  async upsert(): Promise<void> {}

  async find(): Promise<undefined> {}

  async destroy(): Promise<void> {}

  async consume(): Promise<void> {}

  async revokeByGrantId(): Promise<void> {}

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}
}
