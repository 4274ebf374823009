import "./styles.css";
import { VueQueryPlugin } from "@tanstack/vue-query";
import { createApp } from "vue";
import App from "./app.vue";
import { queryClient } from "./api/query-client.ts";
import { reportBroken } from "./frame/broken.ts";
import { router } from "./router.ts";

const app = createApp(App);
// What an error boundary did not stop: nothing fails in silence.
app.config.errorHandler = (error) => reportBroken(error);
app.use(VueQueryPlugin, { queryClient }).use(router).mount("#app");
