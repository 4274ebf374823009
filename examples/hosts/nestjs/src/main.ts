import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { DeviceController } from "./device.controller.js";
import { InventoryModule } from "./inventory.module.js";

@Module({ imports: [InventoryModule], controllers: [DeviceController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ["error", "warn"], forceCloseConnections: true });
app.enableShutdownHooks();
await app.listen(Number(process.env["PORT"]), "127.0.0.1");
