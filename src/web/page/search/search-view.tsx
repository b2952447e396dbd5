import type { ComponentChildren, JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { WhileScanning } from "../library/while-scanning.js";
import { formatNames, formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { ResultRow } from "./result-row.js";
import { useArrivingAnalyses, useSearch, type FoundTrack } from "./use-search.js";
import "../parts/parts.css";
import "./search.css";

/** What was typed last, so that the way back from a track leads to the same results. */
const lastWords = { title: "", artist: "" };

/** The view that finds tracks as the reader types; its address may have the words to begin with. */
export function SearchView({ argument }: { readonly argument: string }): JSX.Element {
  const { search } = useTexts();
  const given = argument === "" ? lastWords : { title: argument, artist: "" };
  const [title, setTitle] = useState(given.title);
  const [artist, setArtist] = useState(given.artist);
  const { isWorking, failure, found, retry } = useSearch(title, artist);
  Object.assign(lastWords, { title, artist });
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
        <WordsField name={search.title} hint={search.titleHint} value={title} onChange={setTitle} />
        <WordsField
          name={search.artist}
          hint={search.artistHint}
          value={artist}
          onChange={setArtist}
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
  return (
    <>
      {failure !== null && <FailureNotice failure={failure} />}
      <ul class="search-results" aria-label={search.results}>
        {results.map((result) => (
          <ResultRow
            key={result.trackKey}
            result={result}
            analysis={byKey.get(result.trackKey) ?? result.analysis}
            onAnalyse={() => {
              analyse(result.trackKey);
            }}
          />
        ))}
      </ul>
    </>
  );
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

/** Moves the focus from the fields into the list and through it with the arrow keys. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...(list?.querySelectorAll<HTMLElement>(".search-link") ?? [])];
  if (step === undefined || links.length === 0) return;
  const place = links.findIndex((link) => link === document.activeElement);
  const isInField = document.activeElement instanceof HTMLInputElement;
  if (place === -1 && !isInField) return;
  event.preventDefault();
  if (place + step < 0) {
    document.querySelector<HTMLElement>(".search-form input")?.focus();
  } else {
    links[Math.min(place + step, links.length - 1)]?.focus();
  }
}
