// The default theme with the fonts of the reader's system: nothing is fetched from elsewhere, and nothing of 300 kB is
// fetched at all. The first screen has a picture of the page, and what is typed first.
import { h } from "vue";
import type { Theme } from "vitepress";
import theme from "vitepress/theme-without-fonts";
import { playgroundPicture } from "./playground-picture.ts";
import "./first-screen.css";

const firstCommand = () =>
  h("div", { class: "first-command" }, [
    "In a clone of the repository, with Node 20 or newer:",
    h("pre", [h("code", "npx --yes pnpm@12 start")]),
  ]);

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { "home-hero-image": playgroundPicture, "home-hero-actions-after": firstCommand }),
} satisfies Theme;
