/** The chosen entries of a table. @throws for a name that it does not have */
export function choose<T>(table: Readonly<Record<string, T>>, names: readonly string[]): T[] {
  return names.map((name) => {
    const chosen = Object.hasOwn(table, name) ? table[name] : undefined;
    if (chosen === undefined) throw new Error(`${name} is none of ${Object.keys(table).join(", ")}`);
    return chosen;
  });
}
