/** An operation of a tool, with the arguments of one call. */
export interface OperationCall {
  readonly document: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The result of an operation, as GraphQL responds with it. */
export interface OperationOutcome {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly OperationError[] | undefined;
}

/** An error of GraphQL. */
export interface OperationError {
  readonly message: string;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Runs an operation for the caller of a tool, with all limits of the GraphQL API.
 *
 * @param signal aborts when the caller no longer waits
 */
export type RunOperation = (call: OperationCall, signal: AbortSignal) => Promise<OperationOutcome>;
