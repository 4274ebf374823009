import type { Inventory } from "@cadastre/inventory-core";
import { Controller, Get, Inject, Param, UseFilters } from "@nestjs/common";
import { InventoryErrorFilter } from "./inventory-error.filter.js";
import { INVENTORY } from "./inventory.module.js";

@Controller("devices")
@UseFilters(InventoryErrorFilter)
export class DeviceController {
  constructor(@Inject(INVENTORY) private readonly inventory: Inventory) {}

  // Without a type: with `declaration`, the compiler names the record by itself.
  @Get(":id")
  async get(@Param("id") id: string) {
    return await this.inventory.devices.get(id);
  }
}
