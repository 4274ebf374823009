// The default theme with the fonts of the reader's system: nothing is fetched from elsewhere, and nothing of 300 kB is
// fetched at all.
import theme from "vitepress/theme-without-fonts";

export default theme;
