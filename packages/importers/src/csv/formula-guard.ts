/** What a spreadsheet may take for a formula at the start of a cell; csv-stringify's `escape_formulas` puts an apostrophe before it. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;
const GUARDED = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** A text so that a spreadsheet takes it for a text, and {@link withoutGuard} gives it back. */
export const withGuard = (text: string): string => (FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text);

/** The text that was guarded. */
export const withoutGuard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);
