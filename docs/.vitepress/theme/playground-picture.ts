import { withBase } from "vitepress";
import { h, type VNode } from "vue";
import dark from "../../pictures/network-dark.webp";
import light from "../../pictures/network-light.webp";

const SIZE = { width: 1280, height: 800 };

/** What the page looks like, which leads to one that can be tried. The playground is no page of this application. */
export const playgroundPicture = (): VNode =>
  h("a", { class: "playground-picture", href: withBase("/playground/"), target: "_self" }, [
    h("img", { ...SIZE, class: "light-only", src: light, alt: "A network: its addresses as a grid, of which a free one can be allocated" }),
    h("img", { ...SIZE, class: "dark-only", src: dark, alt: "", loading: "lazy" }),
    h("span", "Try it here: the whole of it runs in your browser, with no server"),
  ]);
