import { z } from "zod";
import { Problems } from "@cadastre/inventory-core";
import { UserProfile } from "./users/user.ts";

/** Settings of authentication. */
export const AuthOptions = z.object({
  sessionTtlSeconds: z.int().min(1).default(86_400).describe("How long a session lives without being used; it is prolonged at most once a minute"),
  cookieSecure: z.boolean().default(true).describe("Browsers send the session cookie over https (and to localhost) only"),
  bcryptCost: z.int().min(4).max(20).default(14).describe("Work factor of password hashes; each step doubles the time"),
  initialAdmin: UserProfile.optional().describe("The first administrator, created when there are no users at the start"),
});

export type AuthOptions = z.input<typeof AuthOptions>;
export type AuthSettings = z.output<typeof AuthOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function settingsOf(options: AuthOptions): AuthSettings {
  const result = AuthOptions.safeParse(options);
  if (result.success) return result.data;
  const problems = new Problems();
  problems.addIssues(result.error.issues);
  problems.throwIfAny();
  throw new TypeError("a schema failed without an issue");
}
