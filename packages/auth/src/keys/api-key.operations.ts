import { defineOperation, defineOperations, empty, list, record } from "@cadastre/inventory-core";
import { ApiKey, ApiKeyCreate, NewApiKey } from "./api-key.ts";
import { API_KEYS } from "./api-key-service.ts";

export const apiKeyOperations = defineOperations(
  "keys",
  {
    /** The caller's keys, or all keys for an administrator, by name. */
    list: defineOperation({
      summary: "List API keys",
      description: "An administrator sees all keys, everyone else their own.",
      service: API_KEYS,
      access: "apikey:list",
      delegable: true,
      http: { method: "GET", path: "/api/keys", status: 200 },
      output: list(ApiKey),
      run: async (keys, _, call) => keys.list(call),
    }),
    /** Makes a key. Its text is in the answer and never shown again. Fails with CONFLICT when the user has as many as one may have. */
    create: defineOperation({
      summary: "Create an API key",
      description: "The key itself is contained only in this response.",
      service: API_KEYS,
      access: "apikey:create",
      delegable: false,
      http: { method: "POST", path: "/api/keys", status: 201 },
      body: ApiKeyCreate,
      output: record(NewApiKey),
      errors: ["CONFLICT"],
      run: async (keys, { body }, call) => await keys.create(body, call),
    }),
    /** One key, without its text. Fails with NOT_FOUND. */
    get: defineOperation({
      summary: "Get an API key",
      service: API_KEYS,
      access: "apikey:read",
      delegable: true,
      http: { method: "GET", path: "/api/keys/{id}", status: 200 },
      output: record(ApiKey),
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (keys, { params }, call) => await keys.get(params.id, call),
    }),
    /** Deletes a key; it stops working at once. Fails with NOT_FOUND. */
    delete: defineOperation({
      summary: "Delete an API key",
      service: API_KEYS,
      access: "apikey:delete",
      delegable: true,
      http: { method: "DELETE", path: "/api/keys/{id}", status: 204 },
      output: empty,
      errors: ["NOT_FOUND"],
      conditional: true,
      run: async (keys, { params }, call) => await keys.delete(params.id, call),
    }),
  },
  { id: "key" },
);
