const NONE: ReadonlyMap<string, string> = new Map();

/** Cookies of a Cookie header by name. Of two with one name the first counts: browsers send the more specific path first. */
export function parseCookies(header: string | undefined): ReadonlyMap<string, string> {
  if (header === undefined) return NONE;
  const cookies = new Map<string, string>();
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 1) continue;
    const name = pair.slice(0, equals).trim();
    if (name !== "" && !cookies.has(name)) cookies.set(name, decoded(unquoted(pair.slice(equals + 1).trim())));
  }
  return cookies;
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function decoded(value: string): string {
  if (!value.includes("%")) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
