import { InProcessJobQueue } from "./in-process-job-queue.js";
import { describeJobQueue } from "../../contracts/jobs/job-queue.contract.js";

describeJobQueue("InProcessJobQueue", (options) => new InProcessJobQueue(options));
