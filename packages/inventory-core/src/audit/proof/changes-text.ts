/** What stands before the id of the change at the end of the text. */
const BEFORE_ID = ',"change_id":"';

/** Behind that id. */
const AFTER_ID = '"}';

/**
 * The text of `audit.changes`: the record before and after, and then the id of the change. The codes and seals of rows are made over this
 * text, also by programs of earlier versions beside this one, which know no column of that id.
 */
export function changesText(before: unknown, after: unknown, changeId: string): string {
  return `${JSON.stringify({ before: before ?? null, after: after ?? null }).slice(0, -1)},"change_id":${JSON.stringify(changeId)}}`;
}

/** Where the id of the change is in a text; undefined in texts of earlier versions. No text within is taken for it: quotes are escaped. */
function idRange(text: string): { readonly from: number; readonly to: number } | undefined {
  if (!text.endsWith(AFTER_ID)) return undefined;
  const to = text.length - AFTER_ID.length;
  const from = text.lastIndexOf('"', to - 1) + 1;
  return text.startsWith(BEFORE_ID, from - BEFORE_ID.length) ? { from, to } : undefined;
}

/** The id of the change that a text ends with; null in texts of earlier versions. */
export function changeIdOf(text: string | null): string | null {
  const place = text === null ? undefined : idRange(text);
  return place === undefined || text === null ? null : text.slice(place.from, place.to);
}

/** A text without the id of the change. */
export function imagesText(text: string | null): string {
  const place = text === null ? undefined : idRange(text);
  return place === undefined || text === null ? (text ?? "null") : `${text.slice(0, place.from - BEFORE_ID.length)}}`;
}
