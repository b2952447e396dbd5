import { InProcessJobQueue } from "../../../src/adapters/queue/in-process-job-queue.js";
import { describeJobQueue } from "../../contracts/job-queue.contract.js";

describeJobQueue("InProcessJobQueue", (options) => new InProcessJobQueue(options));
