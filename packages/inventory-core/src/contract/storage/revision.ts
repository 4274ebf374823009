/**
 * Something that many requests rely on and few transactions change, so that what was read of it may be kept in memory.
 *
 * Who owns the tables has triggers announce each change of them under a name: on SQLite they count up `revision` of the one
 * row of a table of that name; on PostgreSQL they send a notification on a channel of that name, whose payload is the schema of the table
 * (`tg_table_schema`: a database may have several inventories) or nothing, and tell their own session with a message of level INFO,
 * {@link announcementOf} the name.
 */
export interface Revision {
  /**
   * Changes with each change that was committed. What was read after a call may be used for as long as further calls answer
   * the same. A change counts at once when this process made it, and within {@link MAX_REVISION_LAG_MS} when another did.
   * Undefined while that cannot be promised: then the database has to be asked.
   */
  current(): number | undefined;
}

/**
 * Longest time in milliseconds after which a change by another process counts, whatever happens to the network. Where the
 * database sends news, it usually takes some milliseconds.
 */
export const MAX_REVISION_LAG_MS = 2_000;

const ANNOUNCED = "announced: ";

/** What a trigger tells its own session. */
export function announcementOf(name: string): string {
  return ANNOUNCED + name;
}

/** The name of an announcement; undefined for any other message. */
export function announcedName(message: string | undefined): string | undefined {
  return message?.startsWith(ANNOUNCED) === true ? message.slice(ANNOUNCED.length) : undefined;
}
