import type { CatalogueIndex } from "../adapters/storage/catalogue/catalogue-index.js";
import type { EmbeddedTagSource } from "../adapters/library/tags/embedded-tag-reader.js";
import type { DatabaseTime } from "../adapters/storage/database-time.js";
import type { AnalysisStore } from "../ports/analysis/analysis-store.js";
import type { Analyzer } from "../ports/analysis/analyzer.js";
import type { LikenessArranger } from "../ports/analysis/likeness-arranger.js";
import type { AudioSource } from "../ports/analysis/audio-source.js";
import type { AudioDigests } from "../ports/library/audio-digests.js";
import type { MetadataProvider } from "../ports/metadata/metadata-provider.js";
import type { SoundDirectory } from "../ports/metadata/sound-directory.js";
import type { TrackDirectory } from "../ports/metadata/track-directory.js";
import type { Clock } from "../ports/runtime/clock.js";
import type { Logger } from "../ports/runtime/logger.js";

/** Dependencies that tests may replace: those that leave the process, or wait on purpose. */
export interface Implementations {
  readonly clock: Clock;
  /** The time of jobs and of remembered failures, which processes share; by default that of the database. */
  readonly sharedTime: DatabaseTime;
  /** Returns how long the event loop has been busy, milliseconds. */
  readonly busyTime: () => number;
  readonly logger: Logger;
  readonly analyzer: Analyzer;
  readonly arranger: LikenessArranger;
  readonly analyses: AnalysisStore;
  /** The catalogue of those analyses. */
  readonly catalogue: CatalogueIndex;
  readonly providers: readonly MetadataProvider[];
  readonly directories: readonly TrackDirectory[];
  readonly soundDirectories: readonly SoundDirectory[];
  readonly sources: readonly AudioSource[];
  readonly embedded: EmbeddedTagSource;
  readonly digests: AudioDigests & { close(): Promise<void> };
}

/** The implementations with these names, as far as a test gives them. */
export type Given<Name extends keyof Implementations> = Partial<Pick<Implementations, Name>>;
