import { CadastreError } from "./answers/client-error.ts";
import type { PreparedCall } from "./prepared-call.ts";
import type { Success, Transport } from "./transport.ts";

const OPENING = /^\s*\[/;

/** Most bytes that are parsed in one go: whoever reads a list in a page can let others have a turn after each item. */
const SLICE = 32_768;

/** The items of a list as they arrive. Memory holds those of one piece of the answer. */
export async function* streamList(transport: Transport, prepare: () => Promise<PreparedCall>): AsyncGenerator<unknown> {
  const call = await prepare();
  // Whoever never streams never loads the parser.
  const [{ JSONParser }, success] = await Promise.all([import("@streamparser/json"), transport.send(call, (begun) => begun)]);
  const parser = new JSONParser({ paths: ["$.*"], keepStack: false });
  keepMarks(parser);
  let ready: unknown[] = [];
  let begun = false;
  parser.onValue = ({ value }) => void ready.push(value);
  const parse = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      throw success.bad(error);
    }
  };
  for await (const piece of success.pieces) {
    if (!begun && piece.length > 0) {
      begun = true;
      if (!OPENING.test(new TextDecoder().decode(piece.subarray(0, 64)))) throw success.bad();
    }
    for (let at = 0; at < piece.length; at += SLICE) {
      parse(() => parser.write(piece.subarray(at, at + SLICE)));
      const items = ready;
      ready = [];
      for (const item of items) {
        call.signal?.throwIfAborted();
        yield item;
      }
    }
  }
  // The closing bracket comes only when the list is whole.
  if (!parser.isEnded) throw cutOff(success, call);
}

/**
 * Its decoder takes U+FEFF at the start of a text for a byte order mark, and drops it. There is no option for that, so that the
 * decoder is looked up; a parser that has none stays as it is.
 */
function keepMarks(parser: object): void {
  const { tokenizer } = parser as { readonly tokenizer?: { readonly bufferedString?: { decoder?: InstanceType<typeof TextDecoder> } } };
  const builder = tokenizer?.bufferedString;
  if (builder?.decoder !== undefined) builder.decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}

function cutOff({ response }: Success, { route }: PreparedCall): CadastreError {
  return new CadastreError({
    code: "CUT_OFF",
    kind: "network",
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    operation: route.id,
    message: "the list is incomplete: the response ended early",
  });
}
