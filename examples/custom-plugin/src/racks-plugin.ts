import { definePlugin, provide, STORAGE } from "@cadastre/inventory-core";
import { Rack } from "./rack.ts";
import { RACK_UNITS, rackUnitOperations, RackUnitService } from "./rack-units.ts";

// #region plugin
export const racksPlugin = () =>
  definePlugin({
    id: "racks",
    records: [Rack],
    services: [provide(RACK_UNITS, [STORAGE], (storage) => new RackUnitService(storage))],
    operations: Object.values(rackUnitOperations),
  });
// #endregion
