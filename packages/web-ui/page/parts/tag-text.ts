/** Tags as they are typed into one field, separated by commas. */
export const tagsOfText = (text: string): string[] => text.split(",").map((tag) => tag.trim()).filter((tag) => tag !== "");

export const textOfTags = (tags: readonly string[]): string => tags.join(", ");
