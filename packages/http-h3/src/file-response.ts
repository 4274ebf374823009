import type { TextFile } from "@cadastre/inventory-core";
import type { Answer } from "./answer.ts";
import { chooseCoding, coded } from "./content-coding.ts";
import type { Exchange } from "./exchange.ts";

/** Answers with a file to save, streamed. */
export function fileAnswer(exchange: Exchange, status: number, file: TextFile): Answer {
  const headers: [string, string][] = [
    ["content-type", file.mediaType === "application/json" ? file.mediaType : `${file.mediaType}; charset=utf-8`],
    ["content-disposition", `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, "_")}"`],
    ["vary", "accept-encoding"],
  ];
  const coding = chooseCoding(exchange.header("accept-encoding"));
  if (coding !== undefined) headers.push(["content-encoding", coding]);
  if (exchange.isHead) return { status, headers, body: null };
  return { status, headers, body: coding === undefined ? file.pieces : coded(file.pieces, coding) };
}
