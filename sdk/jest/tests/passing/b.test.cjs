require("../cases.cjs").worlds("b");
