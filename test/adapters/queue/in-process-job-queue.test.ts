import { InProcessJobQueue } from "../../../src/adapters/queue/in-process-job-queue.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { describeJobQueue } from "../../contracts/job-queue.contract.js";

describeJobQueue(
  "InProcessJobQueue",
  (options) => new InProcessJobQueue({ clock: new ManualClock(), ...options }),
);
