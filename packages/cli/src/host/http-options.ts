import type { HttpOptions } from "@cadastre/http-h3";
import type { Settings } from "../settings/settings.ts";

/** What the settings say of the HTTP server. */
export function httpOptionsOf(settings: Settings): HttpOptions {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = settings;
  return {
    ...settings.LISTEN_ADDR,
    ...(certFile !== undefined && keyFile !== undefined ? { tls: { certFile, keyFile } } : {}),
    basePath: settings.BASE_PATH,
    apiReference: settings.API_REFERENCE_ENABLED,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    trustedProxies: [...settings.TRUSTED_PROXIES],
    lists: { perCaller: settings.LISTS_PER_CLIENT, total: settings.LISTS_TOTAL },
    work: {
      concurrency: settings.CALLER_CONCURRENCY,
      totalConcurrency: settings.TOTAL_CONCURRENCY,
      queue: settings.CALLER_QUEUE,
      budgetMs: settings.CALLER_WORK_BUDGET,
      streams: settings.CALLER_STREAMS,
    },
    rateLimit: {
      enabled: settings.RATE_LIMIT_ENABLED,
      requests: settings.RATE_LIMIT_REQUESTS,
      ...(settings.RATE_LIMIT_KEY_REQUESTS === undefined ? {} : { keyRequests: settings.RATE_LIMIT_KEY_REQUESTS }),
      windowMs: settings.RATE_LIMIT_WINDOW,
      loginRequests: settings.LOGIN_RATE_LIMIT_REQUESTS,
      loginWindowMs: settings.LOGIN_RATE_LIMIT_WINDOW,
      registrationRequests: settings.MCP_OAUTH_REGISTRATION_RATE_LIMIT_REQUESTS,
      registrationWindowMs: settings.MCP_OAUTH_REGISTRATION_RATE_LIMIT_WINDOW,
      tokenRequests: settings.MCP_OAUTH_TOKEN_RATE_LIMIT_REQUESTS,
      tokenWindowMs: settings.MCP_OAUTH_TOKEN_RATE_LIMIT_WINDOW,
    },
  };
}
