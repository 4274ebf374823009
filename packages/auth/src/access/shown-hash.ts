import { type Credentials, secretHash } from "@cadastre/inventory-core";

/** What connections showed last: the next request of one shows the same, and comparing costs less than a hash. */
const shown = new WeakMap<object, { readonly secret: string; readonly hash: string }>();

/** {@link secretHash} of a secret that a request shows. It is kept no longer than its connection. */
export function shownHash({ request }: Credentials, secret: string): string {
  const connection = connectionOf(request);
  if (connection === undefined) return secretHash(secret);
  const known = shown.get(connection);
  if (known?.secret === secret) return known.hash;
  const hash = secretHash(secret);
  shown.set(connection, { secret, hash });
  return hash;
}

/** The socket of a request of Node; undefined for others, and where it broke off. */
function connectionOf(request: unknown): object | undefined {
  if (typeof request !== "object" || request === null || !("socket" in request)) return undefined;
  const { socket } = request;
  return typeof socket === "object" && socket !== null ? socket : undefined;
}
