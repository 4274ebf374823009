const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A name as a key of an object: in quotes where it is no identifier. What a server is called for is text of somebody else. */
export const keyOf = (name: string): string => (IDENTIFIER.test(name) ? name : JSON.stringify(name));

/** A name as that of a type or a parameter. */
export function identifierOf(name: string): string {
  const bare = name.replaceAll(/[^\w$]/g, "_");
  return IDENTIFIER.test(bare) ? bare : `_${bare}`;
}
