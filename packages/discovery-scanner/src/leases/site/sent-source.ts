import { z } from "zod";
import { LEASE_SOURCE_TYPES } from "../source-types.ts";
import type { SourceToRead } from "../reading/read-source.ts";

/** A source as an agent is told of it. */
const SentSource = z.object({
  type: z.enum(LEASE_SOURCE_TYPES),
  path: z.string(),
  url: z.string(),
  username: z.string(),
  password: z.string(),
  families: z.array(z.literal([4, 6])),
  /** ISO 8601 time of the server: which leases are in force does not depend on the clock of the site. */
  now: z.iso.datetime(),
});

type Source = Pick<SourceToRead, "type" | "path" | "url" | "username" | "password">;

/** What an agent is sent. @param families versions of IP that are wanted. @param now ISO 8601 */
export const sentSource = (
  { type, path, url, username, password }: Source,
  families: ReadonlySet<4 | 6>,
  now: string,
): Readonly<Record<string, unknown>> =>
  ({ type, path, url, username, password, families: [...families], now }) satisfies z.input<typeof SentSource>;

/** What an agent was sent. @throws Error in a sentence, which shows nothing of it, when the server has another version of it */
export function receivedSource(reads: Readonly<Record<string, unknown>>): z.output<typeof SentSource> {
  const { data } = SentSource.safeParse(reads);
  if (data === undefined) throw new Error("The server tells of a lease source in words that this agent does not know: update it.");
  return data;
}
