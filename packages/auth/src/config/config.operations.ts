import { defineOperation, defineOperations, ENGINE_VERSION, record } from "@cadastre/inventory-core";
import { SESSIONS } from "../sessions/session-service.ts";
import { ServiceConfig } from "./config.ts";

export const configOperations = defineOperations("config", {
  /** What the service offers, and who is calling. */
  get: defineOperation({
    summary: "Get the service's configuration",
    service: SESSIONS,
    access: "authenticated",
    http: { method: "GET", path: "/api/config", status: 200 },
    output: record(ServiceConfig),
    run: async (sessions, _, call) => ({ edition: "community" as const, version: ENGINE_VERSION, features: [], nav_items: [], user: await sessions.current(call) }),
  }),
});
