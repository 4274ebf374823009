import { defineOperation, defineOperations, record } from "@cadastre/inventory-core";
import { User } from "../users/user.ts";
import { Bootstrap } from "./setup.ts";
import { SETUP } from "./setup-service.ts";

export const setupOperations = defineOperations("auth", {
  /** Creates the first administrator. Fails with CONFLICT when there are users, INVALID_CREDENTIALS for a wrong token. */
  bootstrap: defineOperation({
    summary: "Create the first administrator",
    description: "Works once, with the setup token that the server prints while there are no users.",
    service: SETUP,
    access: "public",
    limit: "login",
    http: { method: "POST", path: "/api/auth/bootstrap", status: 201 },
    body: Bootstrap,
    output: record(User),
    errors: ["CONFLICT", "INVALID_CREDENTIALS"],
    run: async (setup, { body }, call) => await setup.bootstrap(body, call),
  }),
});
