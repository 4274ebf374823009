import { z } from "zod";
import { CurrentUser, type Fields, Timestamp } from "@cadastre/inventory-core";
import { matchingNobody, requiredText } from "../required-text.ts";

/** What a caller sends to sign in. No bounds: whatever is no password is a wrong one. */
export const Login = z.object({
  username: requiredText().meta({ description: "Name of the user, in any case" }).transform(matchingNobody),
  password: requiredText().meta({ format: "password", description: "The password" }).transform(matchingNobody),
});

/** Who signed in, and until when the session lives when it is not used. */
export const SignedIn = z
  .object({ user: CurrentUser, expires_at: Timestamp })
  .meta({ id: "SignedIn", description: "The user who signed in; the session itself is in the cookie" });

export type Login = Fields<typeof Login>;
export type SignedIn = z.infer<typeof SignedIn>;
