import { crosstalk } from "./cases.js";

crosstalk("b");
