/** What came back to a browser. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser as far as OAuth needs one: cookies with their paths, redirects one by one, forms of the pages it sees. */
export class Browser {
  readonly #origin: string;
  readonly #cookies = new Map<string, { readonly value: string; readonly path: string }>();

  /** @param origin of the server; other origins are not gone to */
  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Follows redirects within the server. The last answer is a page, or a redirect to elsewhere. */
  async open(url: string, init: RequestInit = {}): Promise<Page> {
    let at = new URL(url, this.#origin);
    let request = init;
    for (let hop = 0; hop < 10; hop += 1) {
      const page = await this.#send(at, request);
      const location = page.headers.get("location");
      if (location === null || page.status < 300 || page.status > 399) return page;
      const next = new URL(location, at);
      if (next.origin !== this.#origin) return page;
      at = next;
      request = {};
    }
    throw new Error("the redirects do not end");
  }

  /** Sends the form of a page that goes to `action`. */
  async submit(
    page: Page,
    action: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const body = new URLSearchParams({ ...formOf(page, action), ...fields });
    return await this.open(action, {
      method: "POST",
      body,
      headers: { origin: this.#origin, "sec-fetch-site": "same-origin", ...headers },
    });
  }

  get cookieNames(): readonly string[] {
    return [...this.#cookies.keys()];
  }

  /** Cookies for a path whose names begin so, as a Cookie header. */
  cookieHeader(path: string, prefix = ""): string {
    return [...this.#cookies]
      .flatMap(([name, { value, path: own }]) => (path.startsWith(own) && name.startsWith(prefix) ? [`${name}=${value}`] : []))
      .join("; ");
  }

  async #send(url: URL, init: RequestInit): Promise<Page> {
    const cookie = this.cookieHeader(url.pathname);
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: { accept: "text/html", ...(cookie === "" ? {} : { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return { status: response.status, url: url.href, headers: response.headers, text: await response.text() };
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(pair.indexOf("=") + 1);
    const path = attributes.find((attribute) => attribute.toLowerCase().startsWith("path="))?.slice(5) ?? "/";
    if (value === "" || /expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

/** Hidden fields of the form of a page that goes to `action`. */
export function formOf(page: Page, action: string): Record<string, string> {
  const form = page.text.split("<form ").find((part) => part.includes(`action="${action}"`));
  if (form === undefined) throw new Error(`the page has no form for ${action}: ${page.status} ${page.text.slice(0, 2000)}`);
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}
