/** A call that the server refused. */
export class Refusal extends Error {
  readonly status: number;

  constructor(route: string, status: number, text: string) {
    super(`${route}: ${status} ${text}`);
    this.status = status;
  }
}

/** `call<Device>("POST /api/devices", body)`: the caller says what the answer is. @throws Refusal */
export type Call = <T = unknown>(route: string, body?: unknown) => Promise<T>;

/** Calls as whoever is let in: signing in is no part of what the company is about. */
export function callerOf(url: string): Call {
  return async <T>(route: string, body?: unknown): Promise<T> => {
    const [method = "", path = ""] = route.split(" ");
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: "Bearer person", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(route, answer.status, text);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
}
