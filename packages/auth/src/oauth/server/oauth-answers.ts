/** Any page may call what needs no cookie: the metadata, registration, tokens (docs/spec/oauth.md#endpoints). */
export const CORS: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "WWW-Authenticate, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
};

/** Answer to a browser that asks whether another site's page may send a request. */
export function preflight(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS,
      "access-control-allow-methods": methods,
      "access-control-allow-headers": "Authorization, Content-Type, MCP-Protocol-Version",
      "access-control-max-age": "3600",
    },
  });
}

/** An answer with the headers of {@link CORS} in place of what is there of the kind. */
export function withCors(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(CORS)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/** Error response (RFC 6749 §5.2). */
export function oauthError(status: number, error: string, description: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error, error_description: description }, { status, headers });
}

export function wrongMethod(allow: string): Response {
  return oauthError(405, "invalid_request", `this path takes ${allow}`, { allow });
}
