import { Agent, request } from "undici";
import { createPublicOnlyAgent } from "./public-only-agent.js";

/**
 * The HTTP client of requests to other servers. It is loaded with the first of them, because it takes longer to load than
 * anything else, and a command or a start needs none.
 */
export const httpClient = { Agent, createPublicOnlyAgent, request };
