// `node:path` for browsers, as far as names of files are made that nobody opens.
export const join = (...parts: readonly string[]): string => parts.join("/");
export const dirname = (path: string): string => path.replace(/\/[^/]*$/, "");
