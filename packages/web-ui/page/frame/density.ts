import { ref, watch } from "vue";

export type Density = "comfortable" | "compact";

/** The name under which public/theme.js finds the choice. */
const KEY = "cadastre-density";

function stored(): Density {
  try {
    return localStorage.getItem(KEY) === "compact" ? "compact" : "comfortable";
  } catch {
    return "comfortable";
  }
}

/** How close together rows and fields are: what this user chose in this browser. */
export const density = ref<Density>(stored());

watch(density, (chosen) => {
  try {
    if (chosen === "comfortable") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // Not kept where storage is forbidden.
  }
  document.documentElement.dataset["density"] = chosen;
});
