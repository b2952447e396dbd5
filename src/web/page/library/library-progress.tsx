import type { JSX } from "preact";
import type { LibraryProgressFragment } from "../generated/documents.js";
import { formatNumber, formatSpan } from "../parts/formats.js";
import { Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";

interface LibraryProgressProps {
  readonly progress: LibraryProgressFragment;
}

/** How far the background analysis is. */
export function LibraryProgress({ progress }: LibraryProgressProps): JSX.Element {
  const { library: texts } = useTexts();
  const language = useLanguage();
  const { tracks, analysed, failed, waiting, outdated, files, isAnalysing } = progress;
  const number = (value: number): string => formatNumber(language, value);
  if (tracks === 0) return <Notice>{texts.empty}</Notice>;
  const { tracksPerHour, secondsLeft } = progress;
  const facts: readonly (readonly [string, string])[] = [
    [texts.waiting, number(waiting)],
    [texts.failed, number(failed)],
    ...(outdated > 0 ? [[texts.outdated, number(outdated)] as const] : []),
    [texts.files, number(files)],
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
        {waiting === 0 && failed === 0 ? texts.allDone : texts.progress}
      </h2>
      <p class="library-count">{texts.analysedOf(number(analysed), number(tracks))}</p>
      <progress
        class="library-bar"
        max={tracks}
        value={analysed}
        aria-labelledby="library-progress"
      />
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
