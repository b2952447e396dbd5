import { Pool } from "undici";

/** Requests that are sent repeatedly, in order. */
export interface PlannedRequests {
  readonly url: string;
  readonly requests: readonly {
    readonly method: "GET" | "POST";
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }[];
}

/** The limits of a load. */
export interface LoadLimits {
  /** Kept alive; one request at a time on each. */
  readonly connections: number;
  readonly count: number;
  readonly seconds: number;
}

/**
 * Sends requests as fast as they are answered, up to a number and a time.
 *
 * @throws {Error} an answer is not 200, or has no body
 */
export async function sendRequests(
  { url, requests }: PlannedRequests,
  { connections, count, seconds }: LoadLimits,
): Promise<{ readonly answered: number; readonly seconds: number }> {
  const pool = new Pool(url, { connections, pipelining: 1 });
  let sent = 0;
  let answered = 0;
  const start = performance.now();
  const end = start + 1000 * seconds;
  const sendInLoop = async (): Promise<void> => {
    while (sent < count && performance.now() < end) {
      const request = requests[sent++ % requests.length]!;
      const { statusCode, body } = await pool.request(request);
      const text = await body.text();
      if (statusCode !== 200 || text === "")
        throw new Error(`${request.path}: ${statusCode} ${text}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendInLoop));
  const elapsed = (performance.now() - start) / 1000;
  await pool.close();
  return { answered, seconds: elapsed };
}
