/** Where the OpenAPI document is served. */
export const OPENAPI_PATH = "/api/openapi.json";

/** Where the page is served that shows it. */
export const REFERENCE_PATH = "/docs";

/** Where Prometheus scrapes. */
export const METRICS_PATH = "/metrics";

/** The process is up. */
export const HEALTH_PATH = "/healthz";

/** Requests can be served. */
export const READINESS_PATH = "/readyz";

/** What no operation and no plugin has. */
export const SYSTEM_PATHS: readonly string[] = [OPENAPI_PATH, REFERENCE_PATH, METRICS_PATH, HEALTH_PATH, READINESS_PATH];
