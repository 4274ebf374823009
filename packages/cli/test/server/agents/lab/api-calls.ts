// oxlint-disable-next-line typescript/no-explicit-any -- answers of the server, of which a few fields are looked at
export type ApiCall = (method: string, path: string, body?: object) => Promise<any>;

/** Signs in at a server. @returns what calls its API with the session; it rejects with the answer of a call that is refused */
export async function signIn(url: string, username: string, password: string): Promise<ApiCall> {
  const headers = { "x-requested-with": "XMLHttpRequest", "content-type": "application/json", cookie: "" };
  const call: ApiCall = async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    headers.cookie ||= (answer.headers.get("set-cookie") ?? "").split(";")[0] as string;
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return await answer.json();
  };
  await call("POST", "/api/auth/login", { username, password });
  return call;
}
