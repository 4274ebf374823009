import { PASSWORD } from "./oauth-server.ts";

/**
 * Answers a program's request as a user in a browser does: signs in and allows, with the forms of the pages.
 * @returns where the browser is sent back to
 */
export async function allowAs(username: string, request: string | URL): Promise<URL> {
  const { origin } = new URL(request);
  const cookies = new Map<string, string>();
  /** A page's text, or the address elsewhere that it leads to. */
  const open = async (url: URL, form?: URLSearchParams): Promise<string | URL> => {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie, ...(form === undefined ? {} : { origin }) },
      ...(form === undefined ? {} : { method: "POST", body: form }),
    });
    for (const [, name = "", value = ""] of answer.headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? []))
      cookies.set(name, value);
    const location = answer.headers.get("location");
    const text = await answer.text();
    if (location === null) return text;
    const next = new URL(location, url);
    return next.origin === origin ? await open(next) : next;
  };
  const submit = async (page: string | URL, action: string, fields: Readonly<Record<string, string>>): Promise<string | URL> => {
    const form = String(page)
      .split("<form ")
      .find((part) => part.includes(`action="${action}"`));
    if (form === undefined) throw new Error(`no form for ${action}: ${String(page)}`);
    const hidden = [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value] as const,
    );
    return await open(new URL(action, origin), new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }));
  };
  const asks = await submit(await open(new URL(request)), "/mcp-oauth/sign-in", { username, password: PASSWORD });
  const back = await submit(asks, "/mcp-oauth/authorize", { answer: "allow" });
  if (typeof back === "string") throw new Error(`not sent back: ${back}`);
  return back;
}
