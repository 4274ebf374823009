import { suiteServer } from "./suite-servers.ts";
const s = await suiteServer(process.argv[2] as never);
console.log(s.url);
setTimeout(() => process.exit(0), 120_000);
