// The complete public surface of @cadastre/web-ui. Named exports only.
export { type WebUiOptions, webUiPlugin } from "./web-ui-plugin.ts";
