import { defineAsyncComponent } from "vue";
import { firstView } from "../api/first-view.ts";

/** A chart of values over time. Its code loads with the first chart, after the first view. */
export const TimeChart = defineAsyncComponent(async () => {
  await firstView();
  return await import("./time-chart.vue");
});
