import type { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import type { FakeDirectory } from "../../fakes/fake-directory.js";
import type { FakeSoundDirectory } from "../../fakes/fake-sound-directory.js";
import type { FakeProvider } from "../../fakes/fake-provider.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

/** The fakes and objects behind the API while a request is made. */
export interface Stage {
  readonly application: ApplicationUnderTest;
  readonly provider: FakeProvider;
  /** A second provider, which finds nothing. */
  readonly otherProvider: FakeProvider;
  /** Two directories, which find no track. */
  readonly directory: FakeDirectory;
  readonly otherDirectory: FakeDirectory;
  /** A directory of sounds, which finds no track. */
  readonly soundDirectory: FakeSoundDirectory;
  readonly analyzer: FakeAnalyzer;
  /** Lookup part of the key of the request. */
  readonly owner: string;
  /** A webhook of that key, and a delivery to it. */
  readonly webhook: { id: string; deliveryId: string };
  /** What the source of excerpts fails with; without it, it has none. */
  readonly excerpts: { error?: Error };
  /** A job that a worker has claimed; `sequence` makes the names of its tracks unique. */
  readonly work: { id: string; token: string; sequence: number };
}

/** One request whose response has one status of one operation. */
export interface DescribedRequest {
  /** The operation, by its id. */
  readonly operationId: string;
  readonly status: number;
  /** A function of the stage if the path depends on it. */
  readonly path: string | ((stage: Stage) => string);
  /** Headers in addition to a key with all scopes; a function of the stage if they depend on it. */
  readonly headers?:
    Readonly<Record<string, string>> | ((stage: Stage) => Readonly<Record<string, string>>);
  readonly body?: string | (() => string | FormData | Uint8Array<ArrayBuffer>);
  /** Prepares the stage; a returned function undoes that. */
  readonly given?: (stage: Stage) => void | (() => void) | Promise<void | (() => void)>;
}
