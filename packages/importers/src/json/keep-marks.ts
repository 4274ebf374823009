/**
 * Lets a parser keep U+FEFF where a text begins with it: its decoder takes it for a byte order mark, and drops it. There is no
 * option for that, so that the decoder is looked up; a parser that has none stays as it is.
 * @param tokenizer of @streamparser/json
 */
export function keepMarks(tokenizer: unknown): void {
  const builder = (tokenizer as { readonly bufferedString?: { decoder?: InstanceType<typeof TextDecoder> } } | undefined)?.bufferedString;
  if (builder?.decoder !== undefined) builder.decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}
