import type { Host } from "../../http/host.ts";

const PASSWORD = "correct horse battery";

/** A user with a key, and a name to sign in with. */
export interface Account {
  readonly username: string;
  readonly password: string;
  readonly id: string;
  /** Value of the Authorization header. */
  readonly authorization: string;
}

/** Makes a user with a role, and a key of theirs. */
export async function makeAccount({ url, headers }: Host, username: string, role: string): Promise<Account> {
  const call = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const { id = "" } = await call("/api/users", { username, password: PASSWORD });
  await call("/api/users/grant-role", { user_id: id, role });
  const { key } = await call("/api/keys", { name: "trial", user_id: id });
  return { username, password: PASSWORD, id, authorization: `Bearer ${key}` };
}
