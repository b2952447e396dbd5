import type { OfferedJob, WorkerResult } from "../../../src/domain/analysis/offered-work.js";
import { EMPTY_FINGERPRINT } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { measuredAudio, type Measurements } from "../../fakes/measured-audio.js";
import { sixSeconds } from "../../fakes/timelines.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

type Claimed = Pick<OfferedJob, "id" | "token">;

/** What a worker of these tests measures. */
export const resultOf = (
  measured: Measurements = { tempo: 120, beats: [0.5, 1] },
  source = "library",
): WorkerResult => ({
  source,
  analysis: {
    ...measuredAudio(measured),
    timeline: sixSeconds,
    fingerprint: EMPTY_FINGERPRINT,
  },
});

/** Sends the requests of a worker to an application. */
export class WorkingClient {
  #authorization: Promise<string> | undefined;

  constructor(private readonly application: ApplicationUnderTest) {}

  /** Returns the same worker as another server of the same database sees it. */
  at(application: ApplicationUnderTest): WorkingClient {
    const there = new WorkingClient(application);
    there.#authorization = this.#authorization;
    return there;
  }

  async claim(waitSeconds = 5, signal?: AbortSignal): Promise<Response> {
    const body = { name: "desktop", version: "0.1.0", analysisVersion: 1, waitSeconds };
    return this.#send("POST", "claims", { body, ...(signal && { signal }) });
  }

  /** Claims a job that is known to wait. */
  async claimJob(): Promise<OfferedJob> {
    const response = await this.claim();
    if (response.status !== 200) throw new Error(`The claim was answered ${response.status}.`);
    return ((await response.json()) as { data: OfferedJob }).data;
  }

  put({ id, token }: Claimed, result: unknown): Promise<Response> {
    return this.#send("PUT", `jobs/${id}/result`, { token, body: result });
  }

  post({ id, token }: Claimed, what: string, body?: unknown): Promise<Response> {
    return this.#send("POST", `jobs/${id}/${what}`, { token, body });
  }

  audio(
    { id, token }: Claimed,
    source: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.#send("GET", `jobs/${id}/audio/${source}`, { token, headers });
  }

  async #send(
    method: string,
    path: string,
    request: {
      readonly token?: string;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly signal?: AbortSignal;
    },
  ): Promise<Response> {
    const { token, body, headers, signal } = request;
    this.#authorization ??= this.application.services.access
      .issue({ name: "worker", scopes: ["work"] })
      .then((issued) => `Bearer ${issued.token}`);
    return fetch(`${this.application.url}/api/worker/${path}`, {
      method,
      headers: {
        authorization: await this.#authorization,
        ...(token !== undefined && { "overtone-claim": token }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }
}

/** Returns the code of an error response. */
export async function codeOf(response: Response): Promise<string | undefined> {
  const { error } = (await response.json()) as { error?: { code: string } };
  return error?.code;
}
