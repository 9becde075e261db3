import { crosstalk } from "./cases.js";

crosstalk("g");
