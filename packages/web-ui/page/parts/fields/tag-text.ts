/** Tags as they are typed into one field, separated by commas, each once. */
export const tagsOfText = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

export const textOfTags = (tags: readonly string[]): string => tags.join(", ");

/** What is wrong with the tags of a form; a problem of one is shown beside all of them. */
export const problemOfTags = (fields: Readonly<Record<string, string>>): string | undefined =>
  fields["tags"] ?? Object.entries(fields).find(([name]) => name.startsWith("tags["))?.[1];
