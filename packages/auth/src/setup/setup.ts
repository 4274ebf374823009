import type { Fields } from "@cadastre/inventory-core";
import { requiredText } from "../required-text.ts";
import { NewUser } from "../users/user.ts";

/** What a caller sends to become the first administrator. */
export const Bootstrap = NewUser.extend({
  token: requiredText().meta({ description: "The setup token printed by the server at its start" }),
});

export type Bootstrap = Fields<typeof Bootstrap>;
