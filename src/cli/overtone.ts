#!/usr/bin/env node
import { meetsNodeRequirement } from "../config/node-requirement.js";

if (meetsNodeRequirement()) await import("./run-command-line.js");
