import type { IncomingMessage } from "node:http";
import { httpErrors, invalidInput } from "../http.errors.ts";
import { FORM_TYPE, JSON_TYPE, mediaTypeOf } from "./media-type.ts";

/** A body that the application around us has read, and what it left of it: a value, a text, bytes, or nothing. */
export interface TakenBody {
  readonly left: unknown;
}

/**
 * What an application has read of a request before it gave it to us (docs/spec/http.md#bodies-read-before). `req.body` is believed only
 * then: some frameworks put an empty object there for bodies that they do not read.
 * @returns undefined when the body is still to be read
 */
export function takenFromNode(req: IncomingMessage): TakenBody | undefined {
  if (!req.readableDidRead && !req.readableEnded) return undefined;
  const isDeclared = req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
  // What is read in part only was not parsed by whoever reads it.
  return { left: !isDeclared ? "" : req.readableEnded && "body" in req ? req.body : undefined };
}

/** The same for a Request, whose parsed body is given beside it. */
export function takenFromRequest(request: Request, body: unknown): TakenBody | undefined {
  return body !== undefined || request.bodyUsed ? { left: body } : undefined;
}

/**
 * The bytes of a body that was read.
 * @param contentType header of the request: what was parsed as JSON or as a form becomes that again
 * @throws BODY_ALREADY_READ when nothing of it was left, INVALID_INPUT when it is nested too deep to be written
 */
export function bytesOfTaken({ left }: TakenBody, contentType: string | null | undefined): Buffer {
  if (typeof left === "string") return Buffer.from(left);
  if (left instanceof Uint8Array) return Buffer.from(left.buffer, left.byteOffset, left.byteLength);
  const [type] = mediaTypeOf(contentType);
  const text = JSON_TYPE.test(type) ? jsonOf(left) : FORM_TYPE.test(type) ? formOf(left) : undefined;
  if (text === undefined) throw httpErrors.BODY_ALREADY_READ({});
  return Buffer.from(text);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value) as string | undefined;
  } catch (error) {
    if (error instanceof RangeError) throw invalidInput("invalid", "the body is nested too deep");
    return undefined;
  }
}

/** A parsed form, one or several texts by name; undefined for anything that is no form. */
function formOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const form = new URLSearchParams();
  for (const [name, given] of Object.entries(value as Readonly<Record<string, unknown>>)) {
    for (const text of Array.isArray(given) ? given : [given]) {
      if (typeof text !== "string") return undefined;
      form.append(name, text);
    }
  }
  return form.toString();
}
