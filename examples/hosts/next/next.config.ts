// #region config
import { withCadastre } from "@cadastre/http-h3/next";

export default withCadastre({ reactStrictMode: true });
// #endregion
