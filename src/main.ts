#!/usr/bin/env node
import { meetsNodeRequirement } from "./config/node-requirement.js";

if (meetsNodeRequirement()) await import("./server/server-process.js");
