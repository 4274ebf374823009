// #region module
import { createHandler, type HttpHandler } from "@cadastre/http-h3";
import { applicationUsers, createInventory, type Inventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { Inject, type MiddlewareConsumer, Module, type NestModule, type OnApplicationShutdown } from "@nestjs/common";

/** Tokens of the inventory, for services of the application, and of its HTTP interface. */
export const INVENTORY = Symbol("inventory");
export const HANDLER = Symbol("inventory handler");

@Module({
  providers: [
    {
      provide: INVENTORY,
      useFactory: async () =>
        await createInventory({
          storage: sqlite("inventory.db"),
          plugins: [applicationUsers(() => ({ id: "7", username: "ann", role: "operator", credential: "token" }))],
        }),
    },
    {
      provide: HANDLER,
      inject: [INVENTORY],
      useFactory: (inventory: Inventory) => createHandler(inventory.host, { basePath: "/ipam" }),
    },
  ],
  exports: [INVENTORY],
})
export class InventoryModule implements NestModule, OnApplicationShutdown {
  constructor(
    @Inject(INVENTORY) private readonly inventory: Inventory,
    @Inject(HANDLER) private readonly handler: HttpHandler,
  ) {}

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(this.handler.node).forRoutes("/ipam", "/ipam/*path");
  }

  async onApplicationShutdown(): Promise<void> {
    await this.inventory.close();
  }

  /** Ends streams of events, for which the server would wait. */
  beforeApplicationShutdown(): void {
    this.handler.stop();
  }
}
// #endregion
