#!/usr/bin/env node
import { meetsNodeRequirement } from "./config/node-requirement.js";

// Without it, graphql.js looks for a second copy of itself at each check of a type.
process.env["NODE_ENV"] ??= "production";

if (meetsNodeRequirement()) await import("./server/server-process.js");
