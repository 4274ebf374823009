import type { Queries } from "../storage/storage.ts";

/** A user at this moment. */
export interface PresentUser {
  /** Name of the user. */
  readonly username: string;
  /** False for a user who may not sign in. */
  readonly isActive: boolean;
  /** Permission names that the user's roles give, or `all`; a user who is not active may use none of them. */
  readonly permissions: ReadonlySet<string> | "all";
}

/**
 * Tells what users may do at this moment, for work that is done in somebody's name after their call is over. The plugin
 * that keeps the users has one.
 */
export interface UserRights {
  /** Those of `userIds` that are users. @param queries where to read: an open transaction, to see its own changes */
  of(userIds: readonly string[], queries: Queries): Promise<ReadonlyMap<string, PresentUser>>;
}
