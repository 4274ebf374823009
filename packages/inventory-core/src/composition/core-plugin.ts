import { coreErrors } from "../contract/core-errors.ts";
import { definePlugin, type Plugin } from "../contract/plugin.ts";
import { STORAGE, WRITES } from "../contract/ports.ts";
import { provide } from "../contract/service-token.ts";
import type { AnyOperation } from "../contract/operation.ts";
import { datacenterErrors } from "../datacenters/datacenter.errors.ts";
import { datacenterOperations } from "../datacenters/datacenter.operations.ts";
import { datacenterPermissions } from "../datacenters/datacenter.permissions.ts";
import { DATACENTER_DEPENDENTS, DATACENTERS, DatacenterService } from "../datacenters/datacenter-service.ts";
import { storageErrors } from "../storage/storage-errors.ts";
import { coreModel } from "./core-model.ts";
import { pluginErrors } from "./plugin-errors.ts";

/** The core's operations, by resource: what an inventory offers as methods. */
export const coreOperations = { datacenters: datacenterOperations };

/** The engine itself, as the first plugin of every host. */
export const corePlugin: Plugin = definePlugin({
  id: "core",
  engine: "*",
  model: coreModel,
  services: [
    provide(DATACENTER_DEPENDENTS, [], () => ({ detach: async () => {} })),
    provide(DATACENTERS, [STORAGE, WRITES, DATACENTER_DEPENDENTS], (storage, writes, dependents) => new DatacenterService(storage, writes, dependents)),
  ],
  permissions: [...datacenterPermissions],
  operations: Object.values(coreOperations).flatMap((group) => Object.values(group)) as unknown as readonly AnyOperation[],
  errors: { ...coreErrors.definitions, ...datacenterErrors.definitions, ...pluginErrors.definitions, ...storageErrors.definitions },
});
