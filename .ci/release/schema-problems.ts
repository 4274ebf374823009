/** What of a migration matters to a release. */
export interface ReleasedMigration {
  readonly name: string;
  readonly compatibility?: "additive" | { readonly contracts: string };
}

/** The schema that is about to be released, and those that releases have had. */
export interface SchemaState {
  /** Name of the current one. */
  readonly schema: string;
  readonly migrations: readonly ReleasedMigration[];
  /** Names of those of which a database is kept, each with its migrations. */
  readonly kept: ReadonlyMap<string, readonly string[]>;
}

/** What stands in the way of a release, each with what to do. */
export function schemaProblems({ schema, migrations, kept }: SchemaState): string[] {
  const missing = kept.has(schema)
    ? []
    : [`no database of the schema ${schema} is kept for the tests of later versions: run pnpm schema:fixture, and commit it`];
  // That of the current schema is made for this release.
  const released = new Set([...kept].filter(([name]) => name !== schema).flatMap(([, names]) => names));
  const early = migrations.flatMap(({ name, compatibility }) =>
    typeof compatibility === "object" && !released.has(name) && !released.has(compatibility.contracts)
      ? [`${name} contracts ${compatibility.contracts}, which no release has had: leave it to the release after this one`]
      : [],
  );
  return [...missing, ...early];
}
