import { describe, it } from "node:test";
import { describeSqlite } from "./suite.ts";

describeSqlite({ describe, it });
