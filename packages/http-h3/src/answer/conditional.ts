import type { Exchange } from "../request/exchange.ts";

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;

/** Entity tags of a header, quotes and weakness marks included; `*` alone stands for any. */
export function entityTags(header: string): readonly string[] {
  return header.trim() === "*" ? ["*"] : (header.match(ENTITY_TAG) ?? []);
}

/** True when If-None-Match names the tag: weak comparison (RFC 9110 §13.1.2). */
export function noneMatchNames(header: string, tag: string): boolean {
  const strong = (text: string): string => text.replace(/^W\//, "");
  return entityTags(header).some((given) => given === "*" || strong(given) === strong(tag));
}

/**
 * The tags that the record must have for a change to happen. `If-None-Match: *` asks that there be no record at all:
 * no tag will do, so a change of a record that is there fails (RFC 9110 §13.1.2).
 */
export function matchTagsOf(exchange: Exchange): readonly string[] | undefined {
  const match = exchange.header("if-match");
  if (match !== undefined) return entityTags(match);
  return !exchange.isSafe && exchange.header("if-none-match")?.trim() === "*" ? [] : undefined;
}
