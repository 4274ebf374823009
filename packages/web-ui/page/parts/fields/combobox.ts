import { defineAsyncComponent } from "vue";

/** A value out of many, found by a part of its text. It is large, and loads when a page draws the first. */
export const ComboboxField = defineAsyncComponent(() => import("./combobox-field.vue"));
