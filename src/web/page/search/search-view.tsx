import type { ComponentChildren, JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { useAddressState, useTitle } from "../address/use-address.js";
import { WhileScanning } from "../library/while-scanning.js";
import type { FoundAnalysisFragment } from "../generated/documents.js";
import { formatNames, formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { rowOfTrack, type ShownRow } from "../table/shown-track.js";
import { fixedRows } from "../table/track-rows.js";
import { TrackTable } from "../table/track-table.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { searchAddress, type SearchedWords } from "./search-address.js";
import { AnalysisSummary } from "./analysis-summary.js";
import { useArrivingAnalyses, useSearch, type FoundTrack } from "./use-search.js";
import "../parts/parts.css";
import "./search.css";

/** The view that finds tracks as the reader types; its address has the words. */
export function SearchView(): JSX.Element {
  const { search } = useTexts();
  const [words, setWords] = useAddressState(searchAddress);
  const { title, artist } = words;
  useTitle(formatWords(words));
  const { isWorking, failure, found, retry } = useSearch(title, artist);
  const list = useRef<HTMLDivElement>(null);
  return (
    <section class="search-view" onKeyDown={(event) => moveFocus(event, list.current)}>
      <h1>{search.heading}</h1>
      <p class="part-intro">{search.intro}</p>
      <form
        role="search"
        class="search-form"
        onSubmit={(event) => {
          event.preventDefault();
          retry();
        }}
      >
        <WordsField
          name={search.title}
          hint={search.titleHint}
          value={title}
          onChange={(changed) => {
            setWords({ title: changed, artist }, "title");
          }}
        />
        <WordsField
          name={search.artist}
          hint={search.artistHint}
          value={artist}
          onChange={(changed) => {
            setWords({ title, artist: changed }, "artist");
          }}
        />
      </form>
      <div ref={list} aria-busy={isWorking}>
        {failure !== null && <FailureNotice failure={failure} onRetry={retry} />}
        <SearchStatus isWorking={isWorking} hasFailed={failure !== null} found={found} />
        {found && found.results.length > 0 && <Results results={found.results} />}
      </div>
    </section>
  );
}

const formatWords = ({ title, artist }: SearchedWords): string =>
  [title, artist]
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .join(", ");

interface WordsFieldProps {
  readonly name: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function WordsField({ name, hint, value, onChange }: WordsFieldProps): JSX.Element {
  return (
    <label class="part-field">
      {name}
      <input
        type="search"
        dir="auto"
        autocomplete="off"
        maxLength={200}
        placeholder={hint}
        value={value}
        onInput={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
    </label>
  );
}

interface SearchStatusProps {
  readonly isWorking: boolean;
  readonly hasFailed: boolean;
  readonly found: ReturnType<typeof useSearch>["found"];
}

function SearchStatus({ isWorking, hasFailed, found }: SearchStatusProps): JSX.Element {
  const { search } = useTexts();
  const language = useLanguage();
  const count = found?.results.length ?? 0;
  const message = (): ComponentChildren => {
    if (isWorking) return search.working;
    if (hasFailed) return "";
    if (!found) return search.empty;
    if (count === 0) return <WhileScanning>{search.nothing}</WhileScanning>;
    return search.found(formatNumber(language, count), count === 1);
  };
  return (
    <>
      <Notice>{message()}</Notice>
      {found && found.unavailableProviders.length > 0 && (
        <p class="search-unavailable">
          {search.unavailable(formatNames(language, found.unavailableProviders.map(providerName)))}
        </p>
      )}
    </>
  );
}

function Results({ results }: { readonly results: readonly FoundTrack[] }): JSX.Element {
  const { search } = useTexts();
  const { byKey, failure, analyse } = useArrivingAnalyses(results);
  const analysisOf = (trackKey: string): FoundAnalysisFragment | undefined =>
    byKey.get(trackKey) ?? results.find((result) => result.trackKey === trackKey)?.analysis;
  const rows = useMemo(
    () => fixedRows(results.map((result) => rowOfResult(result, byKey.get(result.trackKey)))),
    [results, byKey],
  );
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      <TrackTable
        label={search.results}
        rows={rows}
        list=""
        extra={{
          title: search.analysis,
          cell: ({ trackKey, trackName }) => {
            const analysis = analysisOf(trackKey);
            if (!analysis) return null;
            return (
              <AnalysisSummary
                analysis={analysis}
                title={trackName}
                onAnalyse={() => {
                  analyse(trackKey);
                }}
              />
            );
          },
        }}
      />
    </>
  );
}

/** Returns a result as a row. It is found by its name, and stays so when a recording of it is analysed. */
function rowOfResult(
  { trackKey, trackName, artist, thumbnailUrl, track, analysis }: FoundTrack,
  arrived: FoundAnalysisFragment | undefined,
): ShownRow {
  const latest = arrived ?? analysis;
  return {
    ...rowOfTrack(track),
    ...{ trackKey, trackName, artist, thumbnailUrl, recordingId: null },
    values: latest.__typename === "TrackAnalysis" ? latest : null,
  };
}

const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  deezer: "Deezer",
  musicbrainz: "MusicBrainz",
  itunes: "iTunes",
  lastfm: "Last.fm",
  discogs: "Discogs",
  library: "Library",
};

const providerName = (name: string): string => PROVIDER_NAMES[name] ?? name;

/** Moves the focus from the fields into the list with the arrow key. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const table = list?.querySelector<HTMLElement>("[role=grid]");
  const isInField = event.target instanceof HTMLInputElement && event.target.type === "search";
  if (event.key !== "ArrowDown" || !isInField || !table) return;
  event.preventDefault();
  table.focus();
}
