import { defineOperation, defineOperations, empty, record } from "@cadastre/inventory-core";
import { Login, SignedIn } from "./session.ts";
import { SESSIONS } from "./session-service.ts";

export const sessionOperations = defineOperations("auth", {
  /** Starts a session; its cookie is in the answer. Fails with INVALID_CREDENTIALS. */
  login: defineOperation({
    summary: "Sign in",
    description: "The session is a cookie. Changes made with it need the header X-Requested-With: XMLHttpRequest.",
    service: SESSIONS,
    access: "public",
    limit: "login",
    http: { method: "POST", path: "/api/auth/login", status: 200 },
    body: Login,
    output: record(SignedIn),
    errors: ["INVALID_CREDENTIALS"],
    run: async (sessions, { body }, call) => await sessions.login(body, call),
  }),
  /** Ends the session of the call. */
  logout: defineOperation({
    summary: "Sign out",
    service: SESSIONS,
    access: "authenticated",
    http: { method: "POST", path: "/api/auth/logout", status: 204 },
    output: empty,
    run: async (sessions, _, call) => await sessions.logout(call),
  }),
});
