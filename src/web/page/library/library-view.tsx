import type { ComponentProps, JSX } from "preact";
import type { FoldersCard } from "../folders/folders-card.js";
import { formatDate, formatNumber, formatSpan } from "../parts/formats.js";
import { trackWords } from "../parts/track-words.js";
import { laterView } from "../parts/later-view.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { EmptyLibrary as EmptyLibraryCard } from "./empty-library.js";
import { LibraryFailures } from "./library-failures.js";
import { LibraryTrackList } from "./library-track-list.js";
import { useLibrary } from "./use-library.js";
import { useScanText } from "./while-scanning.js";
import "../parts/parts.css";
import "./library.css";
import type { LibraryProgressFragment } from "../generated/documents.js";

const EmptyLibrary = laterView<ComponentProps<typeof EmptyLibraryCard>>(
  async () => (await import("./empty-library.js")).EmptyLibrary,
);
const LibraryFolders = laterView<ComponentProps<typeof FoldersCard>>(
  async () => (await import("../folders/folders-card.js")).FoldersCard,
);

/** The view of the library: how far its analysis is, what failed, its folders and its tracks. */
export function LibraryView(): JSX.Element {
  const { library: texts } = useTexts();
  const state = useLibrary();
  const { library, progress, hasTracks, problem, reload } = state;
  return (
    <section class="library-view">
      <h1>{texts.heading}</h1>
      <p class="part-intro">{texts.intro}</p>
      {problem !== null && <FailureNotice failure={problem} onRetry={reload} />}
      {!library && problem === null && <Notice>{texts.loading}</Notice>}
      {library && progress?.tracks === 0 && !hasTracks && (
        <EmptyLibrary library={library} progress={progress} onChanged={reload} />
      )}
      {progress && progress.tracks > 0 && <LibraryProgress progress={progress} />}
      {progress && hasTracks && <LibraryTrackList analysed={progress.analysed} />}
      {library && progress && progress.tracks > 0 && <LibraryFailures state={state} />}
      {library && (
        <LibraryFolders
          library={library}
          hasForm={progress !== null && (progress.tracks > 0 || hasTracks)}
          onChanged={reload}
        />
      )}
      {hasTracks && (
        <p class="library-more">
          <a href="#/duplicates">{texts.duplicates}</a>
        </p>
      )}
    </section>
  );
}

interface LibraryProgressProps {
  readonly progress: LibraryProgressFragment;
}

/** How far the background analysis is. */
function LibraryProgress({ progress }: LibraryProgressProps): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const { tracks, analysed, failed, waiting, paused, outdated, files, isAnalysing } = progress;
  const { running, scans, lastScan, lastCheck } = progress;
  const number = (value: number): string => formatNumber(language, value);
  const checkText = ({ endedAt, damaged }: NonNullable<typeof lastCheck>): string => {
    const count = damaged.row + damaged.audio + damaged.playlist;
    return texts.checked(formatDate(language, endedAt), number(count), count === 0);
  };
  const scanText = useScanText();
  const isScanning = scans.length > 0;
  const { tracksPerHour, secondsLeft } = progress;
  const facts: readonly (readonly [string, string])[] = [
    [texts.waiting, number(waiting)],
    ...(paused > 0 ? [[texts.inPausedFolders, number(paused)] as const] : []),
    [texts.failed, number(failed)],
    ...(outdated > 0 ? [[texts.outdated, number(outdated)] as const] : []),
    [texts.files, number(files)],
    ...(lastScan
      ? [
          [
            texts.lastScan,
            texts.scanResults[lastScan.result](formatDate(language, lastScan.endedAt)),
          ] as const,
        ]
      : []),
    ...(lastCheck ? [[texts.lastCheck, checkText(lastCheck)] as const] : []),
    ...(waiting + outdated > 0
      ? ([
          [texts.rate, tracksPerHour === null ? texts.unknown : number(tracksPerHour)],
          [
            texts.timeLeft,
            secondsLeft === null ? texts.unknown : formatSpan(language, secondsLeft),
          ],
        ] as const)
      : []),
  ];
  return (
    <section class="part-card" aria-labelledby="library-progress">
      <h2 id="library-progress" class="part-title">
        {waiting + paused + failed === 0 ? texts.allDone : texts.progress}
      </h2>
      <p class="library-count">{texts.analysedOf(number(analysed), number(tracks))}</p>
      <progress
        class="library-bar"
        max={tracks}
        value={analysed}
        aria-labelledby="library-progress"
      />
      {isScanning && <p class="library-hint">{scanText(scans)}</p>}
      {running.length > 0 && (
        <p class="library-hint">
          {texts.runs}{" "}
          {running.map(({ trackKey, artist, trackName }, place) => (
            <bdi key={trackKey}>
              {place > 0 && ", "}
              {trackWords(language, [trackName, artist], null)}
            </bdi>
          ))}
        </p>
      )}
      {!isAnalysing && waiting > 0 && <p class="library-hint">{texts.paused}</p>}
      <dl class="library-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
