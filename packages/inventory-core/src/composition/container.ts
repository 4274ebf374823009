import { Container, type ServiceIdentifier } from "inversify";
import { STORAGE } from "../contract/ports.ts";
import { nameOfToken, type ServiceProvider, type ServiceToken } from "../contract/service-token.ts";
import { callErrors } from "../contract/errors/call-errors.ts";
import { pluginErrors } from "./plugins/plugin-errors.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { Replacement } from "./replacements.ts";

/** Where services are found. */
export type ServiceScope = Pick<Services, "get">;

const bind = (container: Container, { token, needs, make }: ServiceProvider) =>
  container
    .bind(token as ServiceIdentifier<unknown>)
    .toResolvedValue(make as (...needs: unknown[]) => unknown, [...needs] as ServiceIdentifier<unknown>[])
    .inSingletonScope();

/** The services of one host: each is made once, when first needed, from the services it names, and disposed of once. */
export class Services {
  readonly #container = new Container({ defaultScope: "Singleton" });
  readonly #replacements: ReadonlyMap<symbol, Replacement>;
  /** Providers of the services, by token. */
  readonly #providers = new Map<symbol, ServiceProvider>();
  /** In the order of making. */
  readonly #bound = new Set<symbol>();
  /** What was asked for already: every call asks for the service of its operation. */
  readonly #found = new Map<symbol, unknown>();
  #disposed = false;

  /** @param replacements what is bound in place of what is given under their tokens */
  constructor(replacements: ReadonlyMap<symbol, Replacement> = new Map()) {
    this.#replacements = replacements;
  }

  value<T>(token: ServiceToken<T>, value: T, dispose?: (service: T) => Promise<void> | void): void {
    this.provide({ token, needs: [], make: () => value, dispose: dispose as ServiceProvider["dispose"] });
  }

  provide(given: ServiceProvider): void {
    const provider = this.#replacements.get(given.token)?.provider ?? given;
    const { token, dispose } = provider;
    this.#providers.set(token, provider);
    const binding = bind(this.#container, provider);
    if (dispose !== undefined)
      binding.onDeactivation(async (service) => await (dispose as (service: unknown) => Promise<void> | void)(service));
    binding.onActivation((_, service) => {
      this.#bound.add(token);
      return service;
    });
  }

  /** Makes a service, whose own needs may be made asynchronously. */
  async make<T>(token: ServiceToken<T>): Promise<T> {
    return await this.#container.getAsync(token as ServiceIdentifier<T>);
  }

  /**
   * Makes every provided service, so that a missing need shows at the start and later look-ups are synchronous.
   * @throws PLUGIN_UNKNOWN_SERVICE for a replacement of what nobody provides
   */
  async makeAll(providers: readonly ServiceProvider[]): Promise<void> {
    for (const [token, { by }] of this.#replacements)
      if (!this.#container.isBound(token)) throw pluginErrors.PLUGIN_UNKNOWN_SERVICE({ plugin: by, service: nameOfToken(token) });
    for (const { token } of providers) await this.make(token);
  }

  /** @throws INVENTORY_CLOSED when they have been disposed of */
  get<T>(token: ServiceToken<T>): T {
    if (this.#disposed) throw callErrors.INVENTORY_CLOSED({});
    const found = this.#found.get(token);
    if (found !== undefined) return found as T;
    const made = this.#container.get(token as ServiceIdentifier<T>);
    this.#found.set(token, made);
    return made;
  }

  /** Makes some services again, over another storage. Other services that they need are those of the host. */
  async scope(storage: OpenStorage, tokens: Iterable<symbol>): Promise<ServiceScope> {
    const container = new Container({ parent: this.#container });
    container.bind(STORAGE as ServiceIdentifier<OpenStorage>).toConstantValue(storage);
    const own = [...tokens];
    for (const token of own) bind(container, this.#providers.get(token) as ServiceProvider);
    for (const token of own) await container.getAsync(token as ServiceIdentifier<unknown>);
    return { get: (token) => container.get(token as ServiceIdentifier<never>) };
  }

  /** Disposes of what was made, in reverse order of making. @param failed is told what a service could not do */
  async dispose(failed: (service: string, error: unknown) => void): Promise<void> {
    this.#disposed = true;
    for (const token of [...this.#bound].toReversed())
      await this.#container.unbindAsync(token).catch((error: unknown) => failed(nameOfToken(token), error));
    this.#bound.clear();
    this.#found.clear();
  }
}
