#!/usr/bin/env node
import { meetsNodeRequirement } from "../node-requirement.js";

if (meetsNodeRequirement()) await import("./program.js");
