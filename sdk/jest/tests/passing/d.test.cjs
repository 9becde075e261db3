require("../cases.cjs").worlds("d");
