import { createInventory, type Plugin } from "@cadastre/inventory-core";
import { storageOf, type Target } from "./library-performer.ts";

/**
 * Asks the engine whether what it derives agrees with what it is derived from.
 * @returns what does not, in words
 */
export async function verifyDatabase(target: Target, plugins: readonly Plugin[] = []): Promise<string[]> {
  await using inventory = await createInventory({ storage: await storageOf(target), plugins });
  const { count, differences } = await inventory.verify();
  return count === 0 ? [] : [`verify found ${count} differences: ${JSON.stringify(differences).slice(0, 1000)}`];
}

/** The plugins whose tables the database of the server has: the engine alone refuses them as too new. */
export async function serverPlugins(): Promise<readonly Plugin[]> {
  const { storedPlugins } = await import("../../../../packages/cli/src/host/stored-plugins.ts");
  const { webhooksPlugin } = await import("../../../../packages/webhooks/src/index.ts");
  return storedPlugins([webhooksPlugin({ deliver: false })]);
}
