import type { Response } from "express";
import type { WorkBudget } from "../domain/work-budget.js";
import type { RequestAnswer } from "../services/access/processor-budgets.js";
import type { Services } from "../services/services.js";
import { clientSignal, onceEnded } from "./client-signal.js";
import { compressionTimeOf } from "./negotiation/compress-responses.js";
import { identityOf } from "./request-locals.js";

/** Returns the budget of a request: that of its API key, until the client disconnects. What is made of its work is charged as well. */
export const requestBudget = (
  { processorBudgets }: Pick<Services, "processorBudgets">,
  response: Response,
): WorkBudget =>
  processorBudgets.budgetOf(
    identityOf(response),
    clientSignal(response),
    requestAnswerOf(response),
  );

/** Returns the answer to a request, which its budget is charged for. */
export const requestAnswerOf = (response: Response): RequestAnswer => ({
  isSent: () => response.headersSent,
  onceEnded: (listener) => onceEnded(response, listener),
  otherTime: () => compressionTimeOf(response),
});
