import assert from "node:assert/strict";
import type { Call, Made } from "./inventory-server.ts";

/** A key of a new user who may do these things, and nothing else. */
export async function narrowKey(call: Call, username: string, permissions: readonly string[]): Promise<string> {
  const role = await call<Made>("POST /api/roles", { name: username, permissions });
  const user = await call<Made>("POST /api/users", { username, password: "correct horse battery", email: `${username}@example.com` });
  await call("POST /api/users/grant-role", { user_id: user.id, role_id: role.id });
  const { key } = await call<{ readonly key?: string }>("POST /api/keys", { name: username, user_id: user.id });
  assert.ok(key !== undefined && key !== "", "a new key is in the answer");
  return key;
}
