/** A request that its caller may repeat, by the key that the caller gave it. */
export interface RepeatableRequest {
  /** The lookup part of the API key. */
  readonly caller: string;
  readonly key: string;
}

/** An answer that is sent again. Plain data. */
export interface KeptAnswer {
  /** Equal for requests of the same content. */
  readonly fingerprint: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is known of a request: that nobody runs it, and the asker now does; that it runs; or its answer. */
export type RequestClaim =
  | { readonly state: "claimed" | "running" }
  | { readonly state: "answered"; readonly answer: KeptAnswer };

/** Keeps the answers of requests for a limited time, for all processes that use the store. */
export interface IdempotencyStore {
  /**
   * Claims a request: of several calls at once, in any process, exactly one gets it.
   *
   * @param token of the claim
   * @param milliseconds how long the claim lasts, if it is neither answered nor released
   */
  claim(request: RepeatableRequest, token: string, milliseconds: number): Promise<RequestClaim>;

  /**
   * Keeps the answer of a claimed request, unless the claim was lost. Of a caller with a thousand answers, the oldest is
   * removed.
   */
  keep(
    request: RepeatableRequest,
    token: string,
    answer: KeptAnswer,
    milliseconds: number,
  ): Promise<void>;

  /** Gives a claim back, so that the request may be claimed again. */
  release(request: RepeatableRequest, token: string): Promise<void>;
}
