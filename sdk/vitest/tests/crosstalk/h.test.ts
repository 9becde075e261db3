import { crosstalk } from "./cases.js";

crosstalk("h");
