import { defineAsyncComponent } from "vue";

/** A value out of many, found by a part of its text. Loads with the first one on a page, because it is large. */
export const ComboboxField = defineAsyncComponent(() => import("./combobox-field.vue"));
