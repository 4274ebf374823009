import type { Plugin } from "../../contract/plugin.ts";
import type { StoredModel } from "../../contract/storage/storage.ts";

/** The id of the plugin that the engine itself is. */
const CORE = "core";

/** What plugins keep in storage, each with the plugin that it belongs to. */
export function modelsOf(plugins: readonly Plugin[]): readonly StoredModel[] {
  return plugins.flatMap(({ id, source, model, encryptedColumns = [] }) => {
    if (model === undefined) return [];
    const plugin = id === CORE ? undefined : { id, ...(source === undefined ? {} : { source }), encrypts: encryptedColumns.length > 0 };
    return [{ plugin, ...model }];
  });
}
