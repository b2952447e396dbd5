import { MemoryRateLimiter } from "../../../src/adapters/limits/memory-rate-limiter.js";
import { describeRateLimiter } from "../../contracts/access/rate-limiter.contract.js";

describeRateLimiter("MemoryRateLimiter", (options) =>
  Promise.resolve(new MemoryRateLimiter(options)),
);
