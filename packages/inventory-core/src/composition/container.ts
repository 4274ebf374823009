import { Container, type ServiceIdentifier } from "inversify";
import type { ServiceProvider, ServiceToken } from "../contract/service-token.ts";

/** The services of one host: each is made once, when first needed, from the services it names. */
export class Services {
  readonly #container = new Container({ defaultScope: "Singleton" });
  /** What was looked up before: every call looks up a service, and the container takes longer for it than some calls. */
  readonly #found = new Map<symbol, unknown>();

  value<T>(token: ServiceToken<T>, value: T): void {
    this.#container.bind(token as ServiceIdentifier<T>).toConstantValue(value);
  }

  provide(provider: ServiceProvider): void {
    this.#container
      .bind(provider.token as ServiceIdentifier<unknown>)
      .toResolvedValue(provider.make as (...needs: unknown[]) => unknown, [...provider.needs] as ServiceIdentifier<unknown>[])
      .inSingletonScope();
  }

  /** Makes every provided service, so that a missing need shows at the start and later look-ups are synchronous. */
  async makeAll(providers: readonly ServiceProvider[]): Promise<void> {
    for (const { token } of providers) await this.#container.getAsync(token as ServiceIdentifier<unknown>);
  }

  get<T>(token: ServiceToken<T>): T {
    let found = this.#found.get(token) as T | undefined;
    if (found === undefined) this.#found.set(token, (found = this.#container.get(token as ServiceIdentifier<T>)));
    return found;
  }
}
