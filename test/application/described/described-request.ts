import type { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import type { FakeDirectory } from "../../fakes/fake-directory.js";
import type { FakeProvider } from "../../fakes/fake-provider.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

/** What stands behind the interface while a request is made. */
export interface Stage {
  readonly application: ApplicationUnderTest;
  readonly provider: FakeProvider;
  /** A second provider, which knows nothing. */
  readonly otherProvider: FakeProvider;
  /** Two catalogues that are asked for tracks by their ids, and know none. */
  readonly directory: FakeDirectory;
  readonly otherDirectory: FakeDirectory;
  readonly analyzer: FakeAnalyzer;
  /** Lookup part of the key that asks. */
  readonly owner: string;
  /** A webhook of that key, and what was sent to it. */
  readonly webhook: { id: string; deliveryId: string };
}

/** One request that brings forth one status of one operation. */
export interface DescribedRequest {
  /** The operation, by its id. */
  readonly asks: string;
  readonly status: number;
  /** Where it is only known once the stage is set, a function of it. */
  readonly path: string | ((stage: Stage) => string);
  /** Beside a key that may do everything. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | (() => FormData);
  /** Sets the stage; what it returns puts it back. */
  readonly given?: (stage: Stage) => void | (() => void) | Promise<void | (() => void)>;
}
