import { type AnyOperation, type CallContext, type JsonListRecord, JsonText } from "@cadastre/inventory-core";
import type { Answer } from "../answer/answer.ts";
import type { Exchange } from "../request/exchange.ts";
import { recordAnswer } from "../answer/record-response.ts";
import { nextPage, streamedAnswer } from "./list-response.ts";

/** Records of more characters are sent as they are read. */
const MAX_WHOLE_CHARACTERS = 65_536;

/**
 * Answers with a record that is a list of any length. A short one is an ordinary record, with its entity tag; a longer one is
 * streamed, with one page in memory, and has none.
 *
 * @param enter takes a slot for an answer that is streamed @throws what `enter` throws
 */
export async function listRecordAnswer(
  exchange: Exchange,
  operation: AnyOperation,
  record: JsonListRecord<unknown>,
  call: CallContext,
  enter: () => () => void,
): Promise<Answer> {
  const pages = record.pages[Symbol.asyncIterator]();
  const texts: string[] = [];
  let characters = 0;
  for (;;) {
    const page = await nextPage(pages);
    if (page === undefined) {
      const [open, close] = record.brackets;
      return recordAnswer(exchange, operation, new JsonText(`${open}${texts.join(",")}${close}`), call);
    }
    if (characters > MAX_WHOLE_CHARACTERS) {
      return await streamedAnswer(exchange, operation.http.status, { first: texts, second: page, rest: pages }, record.brackets, enter);
    }
    for (const text of page) {
      texts.push(text);
      characters += text.length;
    }
  }
}
