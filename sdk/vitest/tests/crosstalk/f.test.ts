import { crosstalk } from "./cases.js";

crosstalk("f");
