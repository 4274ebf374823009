/**
 * Adds members to an object, each of which is made when it is first read. A copy by `...` makes them all.
 * @param makers make the members, by their names
 */
export function withLazy<T extends object, Members extends object>(
  object: T,
  makers: { readonly [Name in keyof Members]: () => Members[Name] },
): T & Members {
  for (const [name, make] of Object.entries<() => unknown>(makers))
    Object.defineProperty(object, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make();
        Object.defineProperty(object, name, { value, enumerable: true, writable: true });
        return value;
      },
    });
  return object as T & Members;
}
