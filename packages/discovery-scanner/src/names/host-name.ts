/** A name of a host as DNS allows it (RFC 1123, and the underscore of Windows), in lower case; undefined for anything else. */
export function hostName(text: string): string | undefined {
  const name = text.trim().replace(/\.$/, "").toLowerCase();
  if (name.length === 0 || name.length > 253) return undefined;
  if (!/^(?!-)[\d_a-z-]{1,63}(?<!-)(\.(?!-)[\d_a-z-]{1,63}(?<!-))*$/.test(name)) return undefined;
  // An address is no name.
  return /^[\d.]+$/.test(name) ? undefined : name;
}
