import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { errorCodes } from "../../../src/domain/errors/error-code.js";
import { resultsOverSocket, resultsOverStream } from "../../graphql/subscription-clients.js";
import type { Answer, FaultServer } from "../fault-server.js";
import type { RandomChoices } from "../fuzzing/random-choices.js";
import { addToLibrary, libraryFile, madeTrack, type MadeTrack } from "../music.js";
import { graphqlLoads, restLoads, type DescribedLoad } from "../turns/described-load.js";
import { send } from "../turns/send-load.js";

/** Number of tracks; they are sent repeatedly, so that the catalogue stops growing. */
const TRACKS = 150;
const MAX_SUBSCRIPTION_MILLISECONDS = 300;

const operation = (name: string): string =>
  readFileSync(new URL(`../../../schema/operations/${name}.graphql`, import.meta.url), "utf8");

const documentedCodes: readonly string[] = errorCodes;

/** The requests of clients, and what their owner does with the music, in random order. */
export class SoakLoad {
  /** The number of requests of each kind. */
  readonly counts = new Map<string, number>();
  readonly problems: string[] = [];
  readonly #server: FaultServer;
  readonly #hookUrl: string;
  readonly #music: string;
  readonly #loads = describedLoads();
  readonly #search = operation("search");
  readonly #updates = operation("analysis-updated");

  /**
   * @param hookUrl where webhooks send their messages
   * @param music the library folder, which the server watches
   */
  constructor(
    server: FaultServer,
    { hookUrl, music }: { readonly hookUrl: string; readonly music: string },
  ) {
    this.#server = server;
    this.#hookUrl = hookUrl;
    this.#music = music;
  }

  readonly #actions: Readonly<Record<string, (random: RandomChoices) => Promise<unknown>>> = {
    search: (random) =>
      this.#request(
        `/api/audio/search?track=Track+${random.below(TRACKS)}&limit=${1 + random.below(50)}`,
      ),
    "stored analysis": (random) =>
      this.#request(`/api/audio/analysis/${anyTrack(random).trackKey}`),
    browse: (random) => this.#request(`/api/audio/tracks?tempo.gte=${60 + random.below(100)}`),
    upload: (random) => this.#upload(anyTrack(random)),
    "aborted upload": (random) => this.#abortedUpload(anyTrack(random), random),
    "aborted form": (random) => this.#abortedForm(anyTrack(random), random),
    GraphQL: (random) =>
      this.#request(
        "/graphql",
        this.#json({
          query: this.#search,
          variables: { track: `Track ${random.below(TRACKS)}`, limit: 5 },
        }),
      ),
    "WebSocket subscription": (random) => this.#subscribed(resultsOverSocket, random),
    "event stream": (random) => this.#subscribed(resultsOverStream, random),
    webhook: () => this.#webhook(),
    "file added or replaced": (random) => this.#putFile(random),
    "file removed": (random) => rm(libraryFile(this.#music, anyTrack(random)), { force: true }),
    "any operation": (random) => this.#anyOperation(random),
  };

  /** Sends one request. */
  async next(random: RandomChoices): Promise<void> {
    const [name, action] = random.oneOf(Object.entries(this.#actions));
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    await action(random).catch((error: unknown) => this.problems.push(`${name}: ${String(error)}`));
  }

  async #request(path: string, init?: RequestInit): Promise<Answer> {
    const answer = await this.#server.ask(path, init);
    const isKnown = answer.status < 400 || documentedCodes.includes(answer.code ?? "");
    if (!isKnown) this.problems.push(`${path} was answered ${answer.status} ${answer.code}`);
    return answer;
  }

  /** Sends a request of either description; what it needs may not be there. */
  async #anyOperation(random: RandomChoices): Promise<void> {
    const load = random.oneOf(this.#loads);
    const { status } = await send(this.#server, load, {
      endlessMilliseconds: MAX_SUBSCRIPTION_MILLISECONDS,
    }).catch((cause: unknown) => {
      throw new Error(`${load.name}: ${String(cause)}`, { cause });
    });
    if (status >= 500 && status !== 503) this.problems.push(`${load.name} was answered ${status}`);
  }

  #json(body: object): RequestInit {
    const headers = { "content-type": "application/json" };
    return { method: "POST", headers, body: JSON.stringify(body) };
  }

  #upload({ artist, name, bytes }: MadeTrack): Promise<Answer> {
    const query = new URLSearchParams({ artist, track: name }).toString();
    return this.#request(`/api/audio/analysis?${query}`, {
      method: "POST",
      headers: { "content-type": "audio/wav" },
      body: Buffer.from(bytes),
    });
  }

  async #abortedUpload({ bytes }: MadeTrack, random: RandomChoices): Promise<void> {
    const part = Buffer.from(bytes.subarray(0, random.below(bytes.length)));
    await this.#aborted("audio/wav", part, random);
  }

  async #abortedForm({ bytes }: MadeTrack, random: RandomChoices): Promise<void> {
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n';
    const form = Buffer.concat([Buffer.from(head), bytes]);
    const part = form.subarray(0, random.smallBelow(form.length));
    await this.#aborted("multipart/form-data; boundary=b", part, random);
  }

  /** Sends the first part of a body, and disconnects. */
  async #aborted(contentType: string, part: Uint8Array, random: RandomChoices): Promise<void> {
    const leaving = new AbortController();
    const delay = random.below(200);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(part);
        setTimeout(() => leaving.abort(), delay);
      },
    });
    const sent = this.#server.ask("/api/audio/analysis?artist=A&track=B", {
      method: "POST",
      headers: { "content-type": contentType },
      body,
      duplex: "half",
      signal: leaving.signal,
    });
    await sent.catch(() => undefined);
  }

  async #subscribed(open: typeof resultsOverSocket, random: RandomChoices): Promise<void> {
    const trackKeys = [anyTrack(random), anyTrack(random)].map(({ trackKey }) => trackKey);
    const results = open(this.#server, { query: this.#updates, variables: { trackKeys } });
    const leaving = new Promise<undefined>((resolve) =>
      setTimeout(() => resolve(undefined), random.below(MAX_SUBSCRIPTION_MILLISECONDS)),
    );
    const first = results.next();
    await Promise.race([first, leaving]);
    await first;
    await results.return();
  }

  /** Writes the file of a track; every second one holds what another track sounds like. */
  async #putFile(random: RandomChoices): Promise<void> {
    const track = anyTrack(random);
    const { bytes } = random.below(2) === 0 ? track : anyTrack(random);
    await addToLibrary(this.#music, [{ ...track, bytes }]);
  }

  async #webhook(): Promise<void> {
    const { data } = await this.#request("/api/webhooks", this.#json({ url: this.#hookUrl }));
    const { id } = data as { id?: string };
    if (id !== undefined) await this.#request(`/api/webhooks/${id}`, { method: "DELETE" });
  }
}

/** Requests for two of the tracks. Those that make keys and webhooks would leave thousands behind. */
function describedLoads(): readonly DescribedLoad[] {
  const [{ artist, name: trackName, trackKey, bytes }, other] = [madeTrack(1, 1), madeTrack(2, 1)];
  const sample = {
    ...{ artist, trackName, trackKeys: [trackKey, other.trackKey] as const },
    ...{ recordingId: "rec:0123456789abcdef", playlistId: "pl_0123456789abcdef" },
    ...{ rows: { id: "pl_0123456789abcdef", revision: 1 } },
    audio: Uint8Array.from(bytes),
  };
  return [...restLoads(sample), ...graphqlLoads(sample)].filter(
    ({ name }) => !/createApiKey|[wW]ebhook/.test(name),
  );
}

function anyTrack(random: RandomChoices): MadeTrack {
  return madeTrack(random.below(TRACKS), 1);
}
