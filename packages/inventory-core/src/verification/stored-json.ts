type Fields = Readonly<Record<string, unknown>>;

/** What a column of JSON holds; undefined when its text is none. A damaged text is a finding, not the end of a verification. */
function valueIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The fields of a document; undefined when the text is none. */
export function fieldsIn(text: string): Fields | undefined {
  const value = valueIn(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A list of texts; undefined when the text is none. */
export function textsIn(text: string): string[] | undefined {
  const value = valueIn(text);
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}
