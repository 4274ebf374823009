// #region config
import { withCadastre } from "@cadastre/http-h3/next";

export default withCadastre({
  reactStrictMode: true,
  ...(process.env["STANDALONE"] === "1" ? { output: "standalone" } : {}),
});
// #endregion
