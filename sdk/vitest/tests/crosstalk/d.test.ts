import { crosstalk } from "./cases.js";

crosstalk("d");
