import type { Plugin } from "../contract/plugin.ts";
import { nameOfToken, type ServiceProvider } from "../contract/service-token.ts";
import { pluginErrors } from "./plugins/plugin-errors.ts";

/** Who binds a service in place of the one that is there. */
export interface Replacement {
  readonly provider: ServiceProvider;
  /** Id of the plugin; `application` for what was given to `createInventory`. */
  readonly by: string;
}

const APPLICATION = "application";

/**
 * What is bound in place of services that are there, by their tokens: what plugins replace, and what the application does, which wins.
 * @throws PLUGIN_DUPLICATE_CONTRIBUTION where two plugins replace one service
 */
export function replacementsOf(plugins: readonly Plugin[], application: readonly ServiceProvider[] = []): Map<symbol, Replacement> {
  const replacements = new Map<symbol, Replacement>();
  for (const { id, replaces = [] } of plugins)
    for (const provider of replaces) {
      const other = replacements.get(provider.token);
      if (other !== undefined)
        throw pluginErrors.PLUGIN_DUPLICATE_CONTRIBUTION({
          plugin: id,
          other: other.by,
          what: `a replacement of the service ${nameOfToken(provider.token)}`,
        });
      replacements.set(provider.token, { provider, by: id });
    }
  for (const provider of application) replacements.set(provider.token, { provider, by: APPLICATION });
  return replacements;
}
