// The complete public surface of @cadastre/web-ui. Named exports only.
export { webUiPlugin } from "./web-ui-plugin.ts";
