import { type AnyOperation, type CallContext, type Host, isInventoryError, type Principal } from "@cadastre/inventory-core";
import { parametersOf } from "@cadastre/inventory-core/protocol";
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { DATA_META, visibleJson } from "../tools/outside-data.ts";
import { shorten } from "../tools/shorten.ts";
import { publicErrorOf } from "../tools/tool-error.ts";
import { toolNameOf } from "../tools/tool-name.ts";
import { isTool, mayUse } from "../tools/tool-rule.ts";

const SCHEME = "cadastre://";
const API = "/api/";
const TYPE = "application/json";

interface RecordResource {
  readonly operation: AnyOperation;
  readonly parameter: string;
  /** The URI up to the record's id. */
  readonly prefix: string;
  readonly listed: ResourceTemplateType;
}

/** Records by URI, `cadastre://devices/{id}`: one template for each operation that gets a record by the id at the end of its path. */
export class ResourceCatalogue {
  readonly #host: Host;
  readonly #most: number;
  readonly #resources: readonly RecordResource[];

  /** @param most about how many characters of a record are shown */
  constructor(host: Host, most: number) {
    this.#host = host;
    this.#most = most;
    this.#resources = host.operations.filter(isTool).flatMap(resourceOf);
  }

  /** The templates of what a caller may read. */
  templatesFor(principal: Principal): ResourceTemplateType[] {
    return this.#resources.filter(({ operation }) => mayUse(principal, operation)).map(({ listed }) => listed);
  }

  /** @throws ResourceNotFoundError; ProtocolError with our code in its data, for what the caller may not read */
  async read(uri: string, call: CallContext): Promise<ReadResourceResult> {
    const found = this.#resources.find(({ prefix }) => uri.startsWith(prefix) && !/[/?#]/.test(uri.slice(prefix.length)));
    const id = found === undefined ? undefined : decoded(uri.slice(found.prefix.length));
    if (found === undefined || id === undefined) throw new ResourceNotFoundError(uri);
    try {
      const result = await this.#host.execute(
        found.operation,
        { params: { [found.parameter]: id }, query: {}, body: async () => ({}) },
        call,
      );
      if (result.kind !== "record") throw new TypeError(`${found.operation.id} returns no record`);
      const { value, cuts } = shorten(result.value.parse(), this.#most);
      return {
        contents: [{ uri, mimeType: TYPE, text: visibleJson(value), _meta: { ...DATA_META, ...(cuts.length === 0 ? {} : { cut: cuts }) } }],
      };
    } catch (error) {
      call.signal?.throwIfAborted();
      if (isInventoryError(error) && error.kind === "not-found") throw new ResourceNotFoundError(uri);
      const { error: message, ...data } = publicErrorOf(error, {
        logger: this.#host.logger,
        what: found.operation.id,
        requestId: call.requestId,
      });
      throw new ProtocolError(
        data.code === "INTERNAL_ERROR" ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
        message,
        data,
      );
    }
  }
}

function resourceOf(operation: AnyOperation): RecordResource[] {
  const { method, path } = operation.http;
  const [parameter, ...others] = parametersOf(path);
  if (method !== "GET" || operation.output.kind !== "record" || parameter === undefined || others.length > 0) return [];
  if (!path.startsWith(API) || !path.endsWith(`/{${parameter}}`)) return [];
  const uriTemplate = SCHEME + path.slice(API.length);
  const listed = { uriTemplate, name: toolNameOf(operation).replace(/_get$/, ""), title: operation.summary, mimeType: TYPE };
  return [{ operation, parameter, prefix: uriTemplate.slice(0, uriTemplate.indexOf("{")), listed }];
}

/** Undefined for what is no percent-encoding, or no id. */
function decoded(text: string): string | undefined {
  try {
    const id = decodeURIComponent(text);
    return id === "" || id.includes("\u0000") ? undefined : id;
  } catch {
    return undefined;
  }
}
