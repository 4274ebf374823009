import { defineOperation, defineOperations, record } from "@cadastre/inventory-core";
import { ServiceConfig } from "./config.ts";
import { OFFER } from "./service-offer.ts";

export const configOperations = defineOperations("config", {
  /** What the service offers, and who is calling. */
  get: defineOperation({
    summary: "Get the service's configuration",
    service: OFFER,
    access: "authenticated",
    http: { method: "GET", path: "/api/config", status: 200 },
    output: record(ServiceConfig),
    run: async (offer, _, call) => await offer.config(call),
  }),
});
