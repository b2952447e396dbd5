import { MemoryRateLimiter } from "../../../src/adapters/limits/limits-on.js";
import { describeRateLimiter } from "../../contracts/access/rate-limiter.contract.js";

describeRateLimiter("MemoryRateLimiter", (options) =>
  Promise.resolve(new MemoryRateLimiter(options)),
);
