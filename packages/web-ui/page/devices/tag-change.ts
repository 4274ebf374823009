export interface TagChange {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Tags after a change; the same list when nothing changes. */
export function tagsAfter(tags: readonly string[], { add, remove }: TagChange): readonly string[] {
  const kept = tags.filter((tag) => !remove.includes(tag));
  const added = add.filter((tag) => !kept.includes(tag));
  return added.length === 0 && kept.length === tags.length ? tags : [...kept, ...added];
}
