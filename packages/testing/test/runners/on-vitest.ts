import { describe, it } from "vitest";
import { describeSqlite } from "./suite.ts";

describeSqlite({ describe, it });
