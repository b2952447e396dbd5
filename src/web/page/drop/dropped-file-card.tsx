import type { ComponentProps, JSX } from "preact";
import { decodingFailureText } from "../decoding/decoding-failure-text.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { AudioAnalysis } from "../../../package/engine.js";
import { EstimateTiles, shownRivals, type ShownEstimates } from "../parts/estimate-tiles.js";
import { laterView } from "../parts/later-view.js";
import type { DroppedSound as DroppedSoundCard } from "./dropped-sound.js";
import type { SimilarToFile as SimilarToFileCard } from "../similar/similar-to-file.js";
import { canKeep, KeepForm } from "./keep-form.js";
import { useDropQueue, type DroppedFile } from "./drop-queue.js";
import { formatClock, formatUnit, formatShare } from "../parts/formats.js";

/** One dropped file: its progress, its analysis, or why it has none. */
export function DroppedFileCard({ dropped }: { readonly dropped: DroppedFile }): JSX.Element {
  const { drop } = useTexts();
  const { cancel, remove } = useDropQueue();
  const { id, file, state } = dropped;
  const isActive = state.kind === "waiting" || state.kind === "running";
  return (
    <article class="drop-card" aria-label={file.name}>
      <div class="drop-card-head">
        <h3>{file.name}</h3>
        {isActive ? (
          <button
            type="button"
            aria-label={drop.cancelNamed(file.name)}
            onClick={() => {
              cancel(id);
            }}
          >
            {drop.cancel}
          </button>
        ) : (
          <button
            type="button"
            aria-label={drop.removeNamed(file.name)}
            onClick={() => {
              remove(id);
            }}
          >
            {drop.remove}
          </button>
        )}
      </div>
      <Body dropped={dropped} />
    </article>
  );
}

const DroppedSound = laterView<ComponentProps<typeof DroppedSoundCard>>(
  async () => (await import("./dropped-sound.js")).DroppedSound,
);

const SimilarToFile = laterView<ComponentProps<typeof SimilarToFileCard>>(
  async () => (await import("../similar/similar-to-file.js")).SimilarToFile,
);

function Body({ dropped }: { readonly dropped: DroppedFile }): JSX.Element {
  const { file, state } = dropped;
  const { drop } = useTexts();
  const language = useLanguage();
  if (state.kind === "waiting") return <p class="drop-quiet">{drop.waiting}</p>;
  if (state.kind === "cancelled") return <p class="drop-quiet">{drop.cancelled}</p>;
  if (state.kind === "running") {
    return (
      <>
        <progress value={state.share} max={1} aria-label={drop.progress(file.name)} />
        <p class="drop-quiet">
          {drop.analysing(formatShare(language, state.share), formatClock(language, state.seconds))}
        </p>
      </>
    );
  }
  const { result } = state;
  if ("failure" in result) {
    return (
      <p class="drop-failure" role="alert">
        {decodingFailureText(drop, result.failure)}
      </p>
    );
  }
  const { analysis, tookSeconds } = result;
  return (
    <>
      <p class="drop-quiet">
        {drop.took(
          formatClock(language, analysis.durationSeconds),
          formatUnit(language, tookSeconds, "second", 1),
        )}
      </p>
      <EstimateTiles heading="h4" estimates={estimatesOf(analysis)} />
      <DroppedSound dropped={dropped} analysis={analysis} />
      {canKeep && <SimilarToFile name={file.name} analysis={analysis} />}
      {canKeep && <KeepForm file={file} />}
    </>
  );
}

/** The estimates of an analysis of this page, as the API names their methods. */
function estimatesOf({ estimates, tempoRivals }: AudioAnalysis): ShownEstimates {
  const named = new Map(Object.entries(estimates));
  return {
    of: (field) => {
      const estimate = named.get(field);
      return estimate && { ...estimate, method: METHODS[estimate.method] };
    },
    rivals: shownRivals(tempoRivals).map(({ bpm }) => bpm),
  };
}

const METHODS = {
  measured: "MEASURED",
  model: "MODEL",
  heuristic: "HEURISTIC",
  user: "USER",
} as const;
