#!/usr/bin/env node
import { meetsNodeRequirement } from "./node-requirement.js";

if (meetsNodeRequirement()) await import("./server-process.js");
