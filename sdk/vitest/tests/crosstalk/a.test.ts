import { crosstalk } from "./cases.js";

crosstalk("a");
