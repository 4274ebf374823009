/** The generators, in the versions that the guide names. */
export const PINNED = {
  python: "openapi-python-client==0.29.1",
  go: { generator: "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2", runtime: "github.com/oapi-codegen/runtime@v1.8.0" },
  typescript: ["@hey-api/openapi-ts@0.99.0", "typescript@6.0.3"],
  linter: "@redocly/cli@2.77.0",
} as const;
