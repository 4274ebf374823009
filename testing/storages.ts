import { inject } from "vitest";
import type { TestDatabase } from "./copied-database.ts";
import { atDepth } from "./depth.ts";
import { newDatabase } from "./databases.ts";

export type StorageName = "postgresql" | "sqlite";

declare module "vitest" {
  interface ProvidedContext {
    /** Storages of the project that runs (vitest.config.ts). */
    storages: readonly StorageName[];
  }
}

/** Storages of the project that runs, for `describe.each(STORAGES)("… on %s", (storage) => …)`. */
export const STORAGES: readonly StorageName[] = inject("storages");

/** The same with a function that opens an empty database, for `describe.each(DATABASES)("… on %s", (_, openDatabase) => …)`. */
export const DATABASES: readonly (readonly [name: StorageName, open: () => Promise<TestDatabase>])[] = STORAGES.map((name) => [
  name,
  async () => await newDatabase(name),
]);

/** Storages of a trial: the named one, or each with `DEEP=full`. */
export const trialStorages = (usual: StorageName): readonly StorageName[] => atDepth({ few: [usual], many: [usual], full: STORAGES });
