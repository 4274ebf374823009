/** What a record that comes back under its own id was, beside what its draft says (undo). */
export interface Returning {
  /** When it was created first. */
  readonly created_at: string;
  /** The user whom it belonged to; null for none. */
  readonly owner_id?: string | null;
  /** All its fields of one's own, which are checked. */
  readonly fields: Record<string, string | number | boolean | null>;
}
