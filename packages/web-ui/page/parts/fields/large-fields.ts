import { defineAsyncComponent } from "vue";
import { firstView } from "../../api/first-view.ts";

// They share a library that is as large as the frame of the page: they load with the first of them, after the first view.

/** A value out of many, found by a part of its text. */
export const ComboboxField = defineAsyncComponent(async () => {
  await firstView();
  return await import("./combobox-field.vue");
});

/** A set of texts. */
export const TagsInput = defineAsyncComponent(async () => {
  await firstView();
  return await import("./tags-input.vue");
});
