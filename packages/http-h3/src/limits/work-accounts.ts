import { WorkAccount } from "@cadastre/inventory-core/protocol";

/** Callers that are remembered at most. */
const MAX_ACCOUNTS = 20_000;

/** What each caller has used of this process lately, by the name that the caller is counted under. */
export class WorkAccounts {
  readonly #accounts = new Map<string, WorkAccount>();
  /** Callers without credentials take turns as one: an attacker may have very many addresses, each of which has used nothing yet. */
  readonly #strangers = new WorkAccount("strangers");

  /** @param isKnown whether the caller has credentials, and not only an address */
  of(caller: string, isKnown: boolean): WorkAccount {
    let account = this.#accounts.get(caller);
    if (account !== undefined) return account;
    // The first that came has been idle for longest, or is busy enough to have a new one at once.
    if (this.#accounts.size >= MAX_ACCOUNTS) this.#accounts.delete(this.#accounts.keys().next().value as string);
    this.#accounts.set(caller, (account = new WorkAccount(caller, isKnown ? undefined : this.#strangers)));
    return account;
  }
}
