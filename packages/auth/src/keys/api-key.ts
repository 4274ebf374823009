import { z } from "zod";
import { type Fields, Id, Name, optionalReference, optionalText, recordFields, refersTo, Timestamp } from "@cadastre/inventory-core";

const Iso = z.iso.datetime({ offset: true });

/** A time that may be left out; any ISO 8601 form with an offset, stored in UTC with milliseconds. */
const Expiry = z
  .string({ error: "must be a string or null" })
  .refine((value) => value === "" || Iso.safeParse(value).success, {
    error: "must be an ISO 8601 time with an offset, such as 2030-01-31T00:00:00Z",
  })
  .nullable()
  .optional()
  .transform((value) => (value === "" || value === undefined || value === null ? null : new Date(value).toISOString()))
  .meta({ format: "date-time", description: "Expiry of the key; null for never" });

/** What a caller sends to create a key. */
export const ApiKeyCreate = z.object({
  name: Name,
  description: optionalText(4096, "Free text"),
  expires_at: Expiry,
  user_id: optionalReference("user", "user whose permissions the key has; default is the caller"),
});

/** An API key, without its text. */
export const ApiKey = z
  .object({
    id: Id,
    ...recordFields(ApiKeyCreate.pick({ name: true, description: true })),
    user_id: Id.nullable().meta({
      description: "Id of the user whose permissions the key has; null when the user is gone",
      ...refersTo("user"),
    }),
    prefix: z.string().meta({ description: "First characters of the key", examples: ["cad_4fQ9Zx"] }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: "When it was last used (ISO 8601 UTC with milliseconds); null for never" }),
    expires_at: Timestamp.nullable().meta({ description: "When it stops working (ISO 8601 UTC with milliseconds); null for never" }),
  })
  .meta({ id: "ApiKey", description: "API key, sent as Authorization: Bearer <key>" });

/** A key as it is answered once, when it is made. */
export const NewApiKey = ApiKey.extend({ key: z.string().meta({ description: "The key; shown only once" }) }).meta({
  id: "NewApiKey",
  description: "An API key with its text, which is shown only once",
});

export type ApiKey = z.infer<typeof ApiKey>;
export type NewApiKey = z.infer<typeof NewApiKey>;
export type ApiKeyCreate = Fields<typeof ApiKeyCreate>;
