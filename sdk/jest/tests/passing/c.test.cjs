require("../cases.cjs").worlds("c");
