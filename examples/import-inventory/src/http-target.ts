import type { Made, Named, Related, Target, Utilization } from "./target.ts";

/** What the server answers when it refuses: a stable code, a sentence, the fields that are wrong. */
class Refused extends Error {
  readonly code: string;
  readonly details: unknown;

  constructor({ code, error, details }: { readonly code: string; readonly error: string; readonly details?: unknown }) {
    super(error);
    this.code = code;
    this.details = details;
  }
}

/** A server that runs elsewhere, at `url`. Logs in; needs nothing but fetch. */
export async function httpTarget(url: string, login: { readonly username: string; readonly password: string }): Promise<Target> {
  const headers: Record<string, string> = { "content-type": "application/json", "x-requested-with": "XMLHttpRequest" };
  const send = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!response.ok) throw new Refused((await response.json()) as ConstructorParameters<typeof Refused>[0]);
    return response;
  };
  const get = async <T>(path: string): Promise<T> => (await (await send("GET", path)).json()) as T;
  const post = async <T = Made>(path: string, body: object): Promise<T> => (await (await send("POST", path, body)).json()) as T;

  const session = await send("POST", "/api/auth/login", login);
  headers["cookie"] = session.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  return {
    name: "server",
    createDatacenter: async (fields) => await post("/api/datacenters", fields),
    createNetwork: async (fields) => await post("/api/networks", fields),
    createPool: async (networkId, fields) => await post(`/api/networks/${networkId}/pools`, fields),
    createDevice: async (fields) => await post("/api/devices", fields),
    relate: async (parentId, fields) => await post(`/api/devices/${parentId}/relationships`, fields),
    devicesOf: async (networkId) => await get<Named[]>(`/api/networks/${networkId}/devices`),
    utilizationOf: async (networkId) => await get<Utilization>(`/api/networks/${networkId}/utilization`),
    nextIp: async (poolId) => await get(`/api/pools/${poolId}/next-ip`),
    search: async (q) => await get<Named[]>(`/api/devices/search?${new URLSearchParams({ q }).toString()}`),
    relationships: async () => await get<Related[]>("/api/relationships"),
    close: async () => void (await send("POST", "/api/auth/logout")),
  };
}
