/**
 * The headers of a request while ofetch looks at them; fetch takes them as pairs. A fetch that is not Node's own is then
 * free of Node's Headers, whose first use takes as long as starting Node.
 */
export class SentHeaders extends Map<string, string> {
  constructor(headers: Readonly<Record<string, string>>) {
    super(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  }

  override get(name: string): string | undefined {
    return super.get(name.toLowerCase());
  }
}
