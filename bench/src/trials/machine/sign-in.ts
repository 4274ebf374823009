/**
 * A module that uses a server as the first person does: opens the page with everything that it loads, makes the first
 * administrator with the token of the link, signs in, and reads something. Prints what it saw as JSON.
 * It runs where only Node is, so it imports nothing.
 */
export function signInScript(url: string, token: string): string {
  return `
const url = ${JSON.stringify(url)};
const json = { "content-type": "application/json" };
const must = async (path, options) => {
  const answer = await fetch(url + path, options);
  if (!answer.ok) throw new Error(path + " answers " + answer.status + ": " + (await answer.text()));
  return answer;
};
const page = await must("/");
if (!page.headers.get("content-type").startsWith("text/html")) throw new Error("/ is no page");
const html = await page.text();
const assets = [...html.matchAll(/(?:src|href)="(\\/[^"]+)"/g)].map(([, path]) => path);
if (!assets.some((path) => path.endsWith(".js"))) throw new Error("the page loads no script: " + html);
for (const path of assets) await must(path);
const reference = await (await must("/docs", { headers: { accept: "text/html" } })).text();
if (!/swagger-ui/.test(reference)) throw new Error("/docs is not Swagger UI: " + reference);
const who = { username: "admin", password: "correct horse battery" };
await must("/api/auth/bootstrap", { method: "POST", headers: json, body: JSON.stringify({ token: ${JSON.stringify(token)}, ...who }) });
const login = await must("/api/auth/login", { method: "POST", headers: json, body: JSON.stringify(who) });
const cookie = login.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
const write = { ...json, cookie, "x-requested-with": "XMLHttpRequest" };
await must("/api/datacenters", { method: "POST", headers: write, body: JSON.stringify({ name: "fra1" }) });
const list = await (await must("/api/datacenters", { headers: { cookie } })).text();
if (!list.includes("fra1")) throw new Error("what was written is not there: " + list);
const me = await (await must("/api/auth/me", { headers: { cookie } })).json();
console.log(JSON.stringify({ username: me.username ?? me.user?.username, assets: assets.length }));
`;
}
