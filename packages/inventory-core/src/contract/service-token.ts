declare const provided: unique symbol;

/** Names a service in the container; `T` is what it resolves to. */
export type ServiceToken<T> = symbol & { readonly [provided]?: T };

/** A token is the same wherever its name is, also across two copies of the package. */
export function serviceToken<T>(name: string): ServiceToken<T> {
  return Symbol.for(`cadastre:${name}`) as ServiceToken<T>;
}

/** How a service is made: its token, the tokens it needs, and a factory. One instance per host. */
export interface ServiceProvider {
  /** Token that the service has. */
  readonly token: symbol;
  /** Tokens of what the factory is given, in order. */
  readonly needs: readonly symbol[];
  /** Makes the service; called once in a host. */
  readonly make: (...needs: never[]) => unknown;
  /** Runs when the host has stopped, as {@link ServiceLifetime.dispose}. */
  readonly dispose?: ((service: never) => Promise<void> | void) | undefined;
}

/** What becomes of a service. */
export interface ServiceLifetime<T> {
  /** Runs when the host has stopped, after it has run for every service that needs this one. */
  readonly dispose?: (service: T) => Promise<void> | void;
}

/** What some tokens resolve to, in their order. */
export type Resolved<Needs extends readonly ServiceToken<unknown>[]> = {
  [I in keyof Needs]: Needs[I] extends ServiceToken<infer T> ? T : never;
};

/**
 * Declares a service of a plugin: a plain class or object, no decorators.
 *
 * @example
 * provide(RACKS, [WRITES, CLOCK], (writes, clock) => new RackService(writes, clock))
 */
export function provide<T, const Needs extends readonly ServiceToken<unknown>[]>(
  token: ServiceToken<T>,
  needs: Needs,
  make: (...needs: Resolved<Needs>) => T | Promise<T>,
  { dispose }: ServiceLifetime<T> = {},
): ServiceProvider {
  return { token, needs, make: make as (...needs: never[]) => unknown, dispose };
}

/** What a token is called in messages and in the documentation: `clock`. */
export function nameOfToken(token: symbol): string {
  return (token.description ?? "").replace(/^cadastre:/, "");
}
