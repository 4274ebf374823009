import { describe, it } from "@jest/globals";
import { describeSqlite } from "./suite.ts";

describeSqlite({ describe, it });
