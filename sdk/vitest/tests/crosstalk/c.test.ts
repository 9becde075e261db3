import { crosstalk } from "./cases.js";

crosstalk("c");
