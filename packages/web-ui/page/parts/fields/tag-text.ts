/** What is wrong with the tags of a form; a problem of one is shown beside all of them. */
export const problemOfTags = (fields: Readonly<Record<string, string>>): string | undefined =>
  fields["tags"] ?? Object.entries(fields).find(([name]) => name.startsWith("tags["))?.[1];
