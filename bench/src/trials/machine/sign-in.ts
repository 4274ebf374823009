/** The first administrator, and what they write. */
const WHO = { username: "admin", password: "correct horse battery" };
const WRITTEN = "fra1";

/** Beginning of a module that asks a server: it runs where only Node is, so it imports nothing. */
const asking = (url: string): string => `
const url = ${JSON.stringify(url)};
const json = { "content-type": "application/json" };
const must = async (path, options) => {
  const answer = await fetch(url + path, options);
  if (!answer.ok) throw new Error(path + " answers " + answer.status + ": " + (await answer.text()));
  return answer;
};
const who = ${JSON.stringify(WHO)};
const signIn = async () => {
  const login = await must("/api/auth/login", { method: "POST", headers: json, body: JSON.stringify(who) });
  return login.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
};
const readBack = async (cookie) => {
  const list = await (await must("/api/datacenters", { headers: { cookie } })).text();
  if (!list.includes(${JSON.stringify(WRITTEN)})) throw new Error("what was written is not there: " + list);
};
`;

/** A module that signs in as who was made by {@link signInScript}, and reads what was written then. */
export const signInAgainScript = (url: string): string => `${asking(url)}
await readBack(await signIn());
console.log(JSON.stringify({ isThere: true }));
`;

/**
 * A module that uses a server as the first person does: opens the page with everything that it loads, makes the first
 * administrator with the token of the link, signs in, and reads something. Prints what it saw as JSON.
 */
export function signInScript(url: string, token: string): string {
  return `${asking(url)}
const page = await must("/");
if (!page.headers.get("content-type").startsWith("text/html")) throw new Error("/ is not a page");
const html = await page.text();
const assets = [...html.matchAll(/(?:src|href)="(\\/[^"]+)"/g)].map(([, path]) => path);
if (!assets.some((path) => path.endsWith(".js"))) throw new Error("the page loads no script: " + html);
for (const path of assets) await must(path);
const reference = await (await must("/docs", { headers: { accept: "text/html" } })).text();
if (!/swagger-ui/.test(reference)) throw new Error("/docs is not Swagger UI: " + reference);
await must("/api/auth/bootstrap", { method: "POST", headers: json, body: JSON.stringify({ token: ${JSON.stringify(token)}, ...who }) });
const cookie = await signIn();
const write = { ...json, cookie, "x-requested-with": "XMLHttpRequest" };
await must("/api/datacenters", { method: "POST", headers: write, body: JSON.stringify({ name: ${JSON.stringify(WRITTEN)} }) });
await readBack(cookie);
const me = await (await must("/api/auth/me", { headers: { cookie } })).json();
console.log(JSON.stringify({ username: me.username ?? me.user?.username, assets: assets.length }));
`;
}
