import type { Response } from "express";
import type { WorkBudget } from "../domain/work-budget.js";
import type { Services } from "../services/services.js";
import { clientSignal } from "./client-signal.js";
import { identityOf } from "./request-locals.js";

/** Returns the budget of a request: that of its API key, until the client disconnects. */
export const requestBudget = (
  { processorBudgets }: Pick<Services, "processorBudgets">,
  response: Response,
): WorkBudget => processorBudgets.budgetOf(identityOf(response), clientSignal(response));
