import { readPage } from "../markdown-pages.ts";

/** A block of code of a page. */
export interface CodeBlock {
  readonly page: string;
  /** Line of its first fence, from 1. */
  readonly line: number;
  /** Empty where the fence names none. */
  readonly language: string;
  readonly text: string;
  /** It is a region of a file that runs (`snippets.ts` compares the two). */
  readonly shown: boolean;
}

const FENCE = /^( *)(`{3,})(\w*)[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gm;

/** The blocks of code of a page, in their order. */
export function codeBlocks(page: string, text = readPage(page)): readonly CodeBlock[] {
  return [...text.matchAll(FENCE)].map((match) => {
    const before = text.slice(0, match.index);
    return {
      page,
      line: before.split("\n").length,
      language: match[3] as string,
      text: match[4] as string,
      shown: /<!-- #region \S+ of \S+ -->\n$/.test(before),
    };
  });
}
