import { ref, watch } from "vue";

export type Theme = "system" | "light" | "dark";

/** The name under which public/theme.js finds the choice. */
const KEY = "cadastre-theme";

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
}

/** What the user chose. */
export const theme = ref<Theme>(stored());

watch(theme, (chosen) => {
  try {
    if (chosen === "system") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // Not kept where storage is forbidden.
  }
  dispatchEvent(new Event("cadastre-theme"));
});
