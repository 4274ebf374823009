/** Where the OpenAPI document is served. */
export const OPENAPI_PATH = "/api/openapi.json";

/** Where the page is served that shows it. */
export const REFERENCE_PATH = "/docs";

/** Where Prometheus scrapes. */
export const METRICS_PATH = "/metrics";
