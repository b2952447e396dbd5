import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { lastFragmentOf } from "../address/address-store.js";
import { useTitle } from "../address/use-address.js";
import { TrackCover } from "../parts/track-cover.js";
import { formatClock, formatDate, formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice, useFailureText } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { EstimateTiles, shownRivals, type ShownEstimates } from "../parts/estimate-tiles.js";
import { SimilarTracks } from "../similar/similar-tracks.js";
import { TempoCheck } from "../tempo/tempo-check.js";
import { TrackTimeline } from "../timeline/track-timeline.js";
import { PlaybackBar } from "../playback/playback-bar.js";
import { SoundState } from "../playback/sound-state.js";
import { useTrackSound } from "../playback/use-track-sound.js";
import { useTrack, type ShownAnalysis, type ShownTrack } from "./use-track.js";
import "../parts/parts.css";
import "../timeline/timeline.css";
import "../waveform/waveform.css";
import "./track.css";
import { TrackPageDocument } from "../generated/documents.js";
import { keyNameOf } from "../parts/key-name.js";
import { NameLinks } from "../parts/name-links.js";
import { CopyButton } from "../parts/copy-button.js";
import { trackAddressOf } from "../parts/track-address.js";
import { CorrectionsCard } from "../correct/corrections-card.js";
import { useCorrections } from "../correct/use-corrections.js";
import { ForgetCard, GoneNotice, type ShownPresence } from "../forget/forget-card.js";
import type { PlayedTrack } from "../player/play-queue.js";
import { usePlayed } from "../player/use-played.js";
import { AddToPlaylist } from "../keep/add-to-playlist.js";

/** The view of one track: what is measured on it, over time, and what sounds like it. */
export function TrackView({ argument }: { readonly argument: string }): JSX.Element {
  return <Track key={argument} id={argument} />;
}

function Track({ id }: { readonly id: string }): JSX.Element {
  const { track: texts } = useTexts();
  const { track, failure, position, reload } = useTrack(id);
  useTitle(track ? texts.named(track.trackName, track.artist) : "");
  return (
    <article class="track-view">
      <p class="track-back">
        <a href={lastFragmentOf("search")}>{texts.backToSearch}</a>
      </p>
      {failure !== null && <FailureNotice failure={failure} onRetry={reload} />}
      {track === undefined && failure === null && <Notice>{texts.loading}</Notice>}
      {track === null && <Notice>{texts.missing}</Notice>}
      {track && <TrackHead track={track} />}
      {track && <TrackBody track={track} position={position} onRetry={reload} />}
    </article>
  );
}

function TrackHead({ track }: { readonly track: ShownTrack }): JSX.Element {
  const language = useLanguage();
  const texts = useTexts();
  const facts = [
    track.composer,
    track.work,
    track.movement,
    track.durationMs === null ? null : formatClock(language, track.durationMs / 1000),
  ].filter((fact) => fact !== null);
  const tags = [
    track.tagged?.tempo ? texts.track.bpm(formatNumber(language, track.tagged.tempo, 1)) : null,
    track.tagged?.keyString ? keyNameOf(texts, track.tagged.keyString) : null,
  ].filter((tag) => tag !== null);
  return (
    <header class="track-head">
      <TrackCover url={track.thumbnailUrl} size="large" />
      <div class="track-names">
        <h1 dir="auto">{track.trackName}</h1>
        <p class="track-artist part-names">
          <NameLinks artist={track.artist} album={track.album} />
        </p>
        <p class="track-facts">
          {facts.map((fact, place) => (
            <>
              {place > 0 && " · "}
              <bdi>{fact}</bdi>
            </>
          ))}
        </p>
        {tags.length > 0 && <p class="track-facts">{texts.track.tagged(tags.join(", "))}</p>}
      </div>
    </header>
  );
}

interface TrackBodyProps {
  readonly track: ShownTrack;
  readonly position: number | null;
  readonly onRetry: () => void;
}

function TrackBody({ track, position, onRetry }: TrackBodyProps): JSX.Element {
  const { track: texts, viewParts } = useTexts();
  const language = useLanguage();
  const failureText = useFailureText();
  const { analysis } = track;
  switch (analysis.__typename) {
    case "TrackAnalysis":
      return <MeasuredTrack track={track} analysis={analysis} onChanged={onRetry} />;
    case "AnalysisPending":
      return (
        <Notice>
          {position === null ? texts.analysing : texts.queued(formatNumber(language, position))}
        </Notice>
      );
    case "AnalysisFailed":
      return (
        <div class="part-notice part-notice-failure" role="alert">
          <p>
            {texts.failed} {failureText(analysis.code, analysis.message)}
          </p>
          {analysis.isRetryable && (
            <button type="button" onClick={onRetry}>
              {viewParts.retry}
            </button>
          )}
        </div>
      );
  }
}

interface MeasuredTrackProps {
  readonly track: ShownTrack;
  readonly analysis: ShownAnalysis;
  /** Called after each change of what is stated, or of whether it is in lists. */
  readonly onChanged: () => void;
}

const PREVIEW_SHARE = 0.9;

function MeasuredTrack({ track, analysis, onChanged }: MeasuredTrackProps): JSX.Element {
  const { track: texts } = useTexts();
  const language = useLanguage();
  const sound = useTrackSound(analysis.recordingId);
  const { decoding } = sound;
  const { trackName, artist, album, thumbnailUrl } = track;
  const ref = analysis.recordingId;
  const played: PlayedTrack = { ref, trackName, artist, album, thumbnailUrl };
  const playback = usePlayed(played, sound.playback.state);
  const correcting = useCorrections(analysis.recordingId, onChanged);
  const stating = (field: string): ((value: number) => void) | null =>
    correcting.isAllowed
      ? (value) => {
          correcting.state(field, String(value));
        }
      : null;
  const { coveredSeconds, durationMs, timeline } = analysis;
  const estimates: ShownEstimates = {
    of: (field) => analysis.details.find((detail) => detail.field === field),
    rivals: shownRivals(analysis.tempoRivals).map(({ bpm }) => bpm),
  };
  const presence = presenceOf(analysis);
  const isPreview = coveredSeconds < (durationMs / 1000) * PREVIEW_SHARE;
  return (
    <>
      <GoneNotice presence={presence} />
      {isPreview && <Notice>{texts.preview(formatClock(language, coveredSeconds))}</Notice>}
      <PlaybackBar playback={playback} lengthSeconds={coveredSeconds} />
      <KeepTrack track={played} />
      <SoundState sound={sound} />
      <TrackTimeline
        timeline={timeline}
        title={track.trackName}
        playback={playback}
        waveform={decoding.state === "decoded" ? decoding.waveform : null}
        onFirstBar={stating("firstBeat")}
      />
      <section class="part-card" aria-labelledby="track-heard">
        <h2 id="track-heard" class="part-title">
          {texts.heard}
        </h2>
        <EstimateTiles heading="h3" estimates={estimates} />
      </section>
      {analysis.tempo !== null && (
        <TempoCheck
          key={analysis.tempo}
          tempo={analysis.tempo}
          confidence={estimates.of("tempo")?.confidence ?? 0}
          rivals={shownRivals(analysis.tempoRivals)}
          beats={timeline.beats}
          downbeats={timeline.downbeats}
          playback={playback}
          onState={stating("tempo")}
        />
      )}
      <CorrectionsCard corrections={analysis.corrections} correcting={correcting} />
      <SimilarTracks of={analysis.recordingId} />
      <ForgetCard presence={presence} onChanged={onChanged} />
      <TakeOut track={track} />
      <p class="track-facts">
        {texts.analysed(
          formatDate(language, analysis.analyzedAt),
          formatNumber(language, analysis.analysisVersion),
        )}
      </p>
    </>
  );
}

/** Adds a track to a playlist, and says so. */
function KeepTrack({ track }: { readonly track: PlayedTrack }): JSX.Element {
  const [done, setDone] = useState("");
  return (
    <div class="track-keep">
      <AddToPlaylist tracks={[track]} onDone={setDone} />
      <span role="status">{done}</span>
    </div>
  );
}

/** Returns where a recording is; its analysis may have been removed since it was read. */
function presenceOf({ recordingId, source, recording }: ShownAnalysis): ShownPresence {
  return {
    ...{ recordingId, goneAt: recording?.goneAt ?? null, isOfFile: source === "library" },
    paths: recording?.files.map(({ path }) => path) ?? [],
  };
}

/** The values of a track as JSON, and the requests that return them, to copy. */
function TakeOut({ track }: { readonly track: ShownTrack }): JSX.Element {
  const { track: texts } = useTexts();
  const url = new URL(`api/audio/analysis/${trackAddressOf(track)}`, document.baseURI).href;
  const entries = [
    [texts.json, JSON.stringify(track, null, 2)],
    [texts.query, String(TrackPageDocument).trim()],
    [texts.curl, `curl -H "Authorization: Bearer $OVERTONE_API_KEY" "${url}"`],
  ] as const;
  return (
    <section class="part-card" aria-labelledby="track-take">
      <h2 id="track-take" class="part-title">
        {texts.take}
      </h2>
      <p class="track-hint">{texts.takeHint}</p>
      {entries.map(([name, text]) => (
        <div key={name} class="track-take">
          <details>
            <summary>{name}</summary>
            <pre class="part-code" tabIndex={0}>
              {text}
            </pre>
          </details>
          <CopyButton text={text} what={name} />
        </div>
      ))}
    </section>
  );
}
