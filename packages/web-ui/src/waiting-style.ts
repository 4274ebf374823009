/** The style of the waiting page, in the colours of the page. It stands in the page itself: nothing is built yet that could be loaded. */
export const WAITING_STYLE = `
:root { color-scheme: light dark; --ground: #f3f5f7; --surface: #ffffff; --raised: #e9edf1; --ink: #1b1f24; --muted: #4a5460;
  --line: #d0d7de; --accent: #0b4f9e }
@media (prefers-color-scheme: dark) { :root { --ground: #0f1215; --surface: #181c21; --raised: #242a31; --ink: #eceff2; --muted: #b0bac5;
  --line: #343c46; --accent: #a9cdff } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif }
main { width: 100%; max-width: 34rem; padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem }
header { display: flex; align-items: center; gap: .6rem; font-weight: 600; color: var(--muted) }
svg { width: 1.75rem; height: 1.75rem }
h1 { margin: 1.25rem 0 1rem; font-size: 1.4rem; line-height: 1.3 }
p { margin: 1rem 0 0; color: var(--muted) }
strong { color: var(--ink); font-variant-numeric: tabular-nums }
code { padding: .1em .35em; border-radius: .25rem; background: var(--raised); color: var(--ink);
  font: .9em ui-monospace, "Cascadia Mono", "DejaVu Sans Mono", Menlo, monospace }
.bar { height: .375rem; border-radius: 1rem; overflow: hidden; background: var(--raised) }
.bar::before { content: ""; display: block; width: 40%; height: 100%; border-radius: inherit; background: var(--accent);
  animation: pass 1.75s ease-in-out infinite }
@keyframes pass { from { transform: translateX(-100%) } to { transform: translateX(250%) } }
@media (prefers-reduced-motion: reduce) { .bar::before { width: 100%; animation: none; opacity: .6 } }
`;
