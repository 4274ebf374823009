import { createHash, randomBytes } from "node:crypto";

/** Where a native program waits for its user; nobody listens there. */
const REDIRECT = "http://127.0.0.1:3000/callback";

/** Who allows what to whom. `issuer` is what the server says it is; it is reached at `url`. */
export interface Consent {
  readonly url: string;
  readonly issuer: string;
  /** Cookie of the session of who allows it. */
  readonly cookie: string;
  readonly name: string;
  readonly scope: string;
}

/** Registers a program, and allows it as the browser of a user who is signed in would. @returns the id of the program */
export async function allowProgram({ url, issuer, cookie, name, scope }: Consent): Promise<string> {
  const registered = await fetch(`${url}/mcp-oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: name, redirect_uris: [REDIRECT] }),
  });
  const { client_id: id } = (await registered.json()) as { client_id: string };
  const challenge = createHash("sha256").update(randomBytes(32).toString("base64url")).digest("base64url");
  const request = new URLSearchParams({
    response_type: "code",
    client_id: id,
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: "s",
    scope,
    resource: `${issuer}/mcp`,
  });
  const cookies = new Map([cookie.split("=") as [string, string]]);
  const follow = async (path: string, init: RequestInit = {}): Promise<string> => {
    let [at, own] = [path, init];
    for (let hop = 0; hop < 10; hop += 1) {
      const answer = await fetch(new URL(at, url), {
        ...own,
        redirect: "manual",
        headers: {
          accept: "text/html",
          cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
          ...(own.headers as Record<string, string> | undefined),
        },
      });
      for (const line of answer.headers.getSetCookie())
        cookies.set(line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1).split(";")[0] as string);
      const location = answer.headers.get("location");
      if (location === null) return await answer.text();
      if (location.startsWith(REDIRECT)) return location;
      const next = new URL(location, url);
      [at, own] = [next.pathname + next.search, {}];
    }
    throw new Error("the redirects do not end");
  };
  const page = await follow(`/mcp-oauth/authorize?${request.toString()}`);
  const form = page.split("<form ").find((part) => part.includes('action="/mcp-oauth/authorize"'));
  if (form === undefined) throw new Error(`nobody is asked: ${page.slice(0, 2000)}`);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, field = "", value = ""]) => [
    field,
    value,
  ]);
  const back = await follow("/mcp-oauth/authorize", {
    method: "POST",
    body: new URLSearchParams([...hidden, ["answer", "allow"]] as [string, string][]),
    headers: { origin: issuer, "sec-fetch-site": "same-origin" },
  });
  if (!back.includes("code=")) throw new Error(`it was not allowed: ${back.slice(0, 2000)}`);
  return id;
}
