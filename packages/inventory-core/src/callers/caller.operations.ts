import { CurrentUser } from "../contract/access/current-user.ts";
import { defineOperation, defineOperations, record } from "../contract/operations/operation.ts";
import { CALLER_SERVICE } from "./caller-service.ts";
import { ServiceConfig } from "./service-config.ts";

export const callerOperations = defineOperations("auth", {
  /** The caller, with roles and permissions. */
  me: defineOperation({
    summary: "Get the caller",
    service: CALLER_SERVICE,
    access: "authenticated",
    area: "accounts",
    http: { method: "GET", path: "/api/auth/me", status: 200 },
    output: record(CurrentUser),
    run: async (callers, _, call) => await callers.current(call),
  }),
});

export const configOperations = defineOperations("config", {
  /** What the service offers, and who is calling. */
  get: defineOperation({
    summary: "Get the service's configuration",
    service: CALLER_SERVICE,
    access: "authenticated",
    http: { method: "GET", path: "/api/config", status: 200 },
    output: record(ServiceConfig),
    run: async (callers, _, call) => await callers.config(call),
  }),
});
