/** What a record that comes back under its own id was, beside what its draft says (undo). */
export interface Returning {
  /** When it was created first. */
  readonly created_at: string;
  /** The user whom it belonged to; null for none. */
  readonly owner_id?: string | null;
  /** The values of the fields that the service alone sets. */
  readonly state?: Readonly<Record<string, unknown>>;
  /** All its custom fields, which are checked; none of a kind without them. */
  readonly fields?: Record<string, string | number | boolean | null>;
}
