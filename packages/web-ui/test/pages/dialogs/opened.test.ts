import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { KINDS, PAGES } from "../walked-pages.ts";
import { FURTHER } from "./further.ts";
import { filesWithDialogs, OPENED } from "./opened.ts";

test("each file of the page with a dialog or form is walked by a test", () => {
  expect(Object.keys(OPENED).toSorted()).toEqual(filesWithDialogs());
  const wrong = Object.entries(OPENED).filter(([, by]) => {
    if (typeof by === "string") return !existsSync(new URL(`../${by}`, import.meta.url));
    const [name, button] = by;
    const buttons = [...(PAGES.concat(KINDS).find((page) => page.name === name)?.dialogs ?? []), ...further(name)];
    return !buttons.some((one) => (typeof one === "string" ? one === button : one.test(button)));
  });
  expect(wrong).toEqual([]);
});

const further = (name: string): readonly (string | RegExp)[] => (FURTHER[name] ?? []).map(({ button }) => button);
