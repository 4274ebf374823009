/** An operation as the OpenAPI document of a server tells it. */
export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  /** `/api/devices/{id}` */
  readonly path: string;
  readonly query: readonly ApiParameter[];
  /** Schema of the JSON body; undefined for an operation without one. */
  readonly body: JsonSchema | undefined;
}

export interface ApiParameter {
  readonly name: string;
  readonly schema: JsonSchema;
}

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
    readonly parameters?: Readonly<Record<string, DocumentParameter>>;
  };
}

interface DocumentParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly schema?: JsonSchema;
}

interface DocumentOperation {
  readonly operationId?: string;
  readonly parameters?: readonly DocumentParameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
}

const METHODS = new Set(["get", "post", "put", "delete", "patch"]);

/** The operations of a server, and what resolves the references of their schemas. */
export interface Api {
  readonly operations: readonly ApiOperation[];
  resolve(schema: JsonSchema): JsonSchema;
}

/** @param authorization header with which the document may be read */
export async function readApi(url: string, authorization: string): Promise<Api> {
  const answer = await fetch(`${url}/api/openapi.json`, { headers: { authorization } });
  if (!answer.ok) throw new Error(`the OpenAPI document answered ${answer.status}`);
  const document = (await answer.json()) as Document;
  const { schemas = {}, parameters = {} } = document.components ?? {};
  const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);
  const parameterOf = (one: DocumentParameter): DocumentParameter =>
    one.$ref === undefined ? one : (parameters[nameOf(one.$ref)] as DocumentParameter);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]): ApiOperation => {
        const content = Object.values(operation.requestBody?.content ?? {});
        return {
          id: operation.operationId ?? `${method} ${path}`,
          method: method.toUpperCase(),
          path,
          query: (operation.parameters ?? [])
            .map(parameterOf)
            .filter((one) => one.in === "query")
            .map(({ name, schema = {} }) => ({ name, schema })),
          body: content[0]?.schema,
        };
      }),
  );
  return { operations, resolve: (schema) => (schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] as JsonSchema)) };
}
