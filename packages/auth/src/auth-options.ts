import { z } from "zod";
import { parseAll } from "@cadastre/inventory-core";
import { SESSION_STORE_KINDS } from "./sessions/session-store.ts";
import { NewUser } from "./users/user.ts";

/** Settings of authentication. */
export const AuthOptions = z
  .object({
    sessionTtlSeconds: z.int().min(1).default(86_400).describe("Idle timeout of sessions; extended at most once a minute"),
    sessionMaxAgeSeconds: z.int().min(1).default(604_800).describe("Maximum lifetime of a session after sign-in"),
    sessionStore: z
      .enum(SESSION_STORE_KINDS)
      .default("database")
      .describe("Where sessions are kept: in the database, in a Valkey or Redis server, or in the memory of the process"),
    valkeyUrl: z.string().optional().describe("URL of the Valkey or Redis server for sessions in valkey"),
    usernameFailures: z
      .int()
      .min(0)
      .default(20)
      .describe("Failed sign-ins of a username per window after which only addresses known from earlier sign-ins may try; 0 for no limit"),
    usernameWindowSeconds: z.int().min(1).default(900).describe("Length of the window"),
    cookieSecure: z.boolean().default(true).describe("Send the session cookie over https (and to localhost) only"),
    bcryptCost: z.int().min(4).max(20).default(14).describe("Work factor of password hashes; each step doubles the time"),
    keysPerUser: z.int().min(1).default(100).describe("API keys per user"),
    initialAdmin: NewUser.optional().describe("First administrator, created at the start when there are no users"),
  })
  .refine(({ sessionStore, valkeyUrl }) => sessionStore !== "valkey" || valkeyUrl !== undefined, {
    path: ["valkeyUrl"],
    error: "is required when sessionStore is valkey",
  });

export type AuthOptions = z.input<typeof AuthOptions>;
export type AuthSettings = z.output<typeof AuthOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function settingsOf(options: AuthOptions): AuthSettings {
  return parseAll(AuthOptions, options);
}
