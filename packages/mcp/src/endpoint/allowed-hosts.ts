import { isIP } from "node:net";
import { hostHeaderValidationResponse, localhostAllowedHostnames, originValidationResponse } from "@modelcontextprotocol/server";

/** The host name of a Host header, as URLs have it; undefined when it is none. */
function hostNameOf(header: string | null): string | undefined {
  return header === null ? undefined : URL.parse(`http://${header}`)?.hostname;
}

/**
 * Refuses requests that a web page was tricked into (DNS rebinding): the server is called by one of its names or by an
 * address, which no name can be rebound to, and a page that calls it comes from there too.
 *
 * @param allowed host names beside those of the loopback interface
 * @returns the answer of a refused request, status 403
 */
export function refusalOf(request: Request, allowed: readonly string[]): Response | undefined {
  const host = hostNameOf(request.headers.get("host"));
  const isAddress = host !== undefined && isIP(host.replace(/^\[|\]$/g, "")) !== 0;
  const names = [...localhostAllowedHostnames(), ...allowed, ...(isAddress ? [host] : [])];
  return hostHeaderValidationResponse(request, names) ?? originValidationResponse(request, names);
}
