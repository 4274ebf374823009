/** Where the OpenAPI document is served. */
export const OPENAPI_PATH = "/api/openapi.json";
