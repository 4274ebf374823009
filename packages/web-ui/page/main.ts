import "./styles.css";
import { VueQueryPlugin } from "@tanstack/vue-query";
import { createApp } from "vue";
import App from "./app.vue";
import { queryClient } from "./api/query-client.ts";
import { readKnownTexts } from "./queries/known-texts.ts";
import { reportBroken } from "./parts/broken.ts";
import { router } from "./router.ts";

readKnownTexts();
const app = createApp(App);
// What an error boundary did not stop: nothing fails in silence.
app.config.errorHandler = (error) => reportBroken(error);
app.use(VueQueryPlugin, { queryClient }).use(router).mount("#app");
