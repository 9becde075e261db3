import { crosstalk } from "./cases.js";

crosstalk("e");
