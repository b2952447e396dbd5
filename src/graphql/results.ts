import type { FormattedExecutionResult } from "graphql";

/** The results of one operation; the consumer may stop at any time. */
export interface Results extends AsyncIterableIterator<FormattedExecutionResult, void, void> {
  return(): Promise<IteratorResult<FormattedExecutionResult, void>>;
}
