// Runs before anything is drawn, so that nobody who chose the dark sees a flash of light. The page allows no inline script,
// therefore it is a file of its own; frame/theme.ts and frame/density.ts change what it reads.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem("cadastre-theme");
      root.dataset.density = localStorage.getItem("cadastre-density") === "compact" ? "compact" : "comfortable";
    } catch {
      // Storage may be forbidden; then the system decides.
    }
    root.dataset.theme = chosen === "dark" || chosen === "light" ? chosen : dark.matches ? "dark" : "light";
  };
  dark.addEventListener("change", show);
  addEventListener("storage", show);
  addEventListener("cadastre-theme", show);
  show();
})();
