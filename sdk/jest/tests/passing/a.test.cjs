require("../cases.cjs").worlds("a");
