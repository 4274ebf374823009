// The complete public surface of @cadastre/http-h3. Named exports only; a test pins the names.
export { httpPlugin, type HttpPlugin, type HttpServer } from "./http-plugin.ts";
export { createHandler, type HttpHandler } from "./create-handler.ts";
export type { RequestFacts } from "./server/given-request.ts";
export { HandlerOptions, HttpOptions } from "./options.ts";
export { httpErrors } from "./http.errors.ts";
export { openApiDocument, type OpenApiDocument } from "./openapi/document.ts";
