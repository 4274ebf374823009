/** What a value of the wrong kind is, to be told of without showing it: it may be a secret. */
export function valueKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return typeof (value as { then?: unknown }).then === "function" ? "a promise" : "an object";
  if (typeof value === "string") return value === "" ? "an empty text" : "a text";
  return `a ${typeof value}`;
}
