import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { LibraryTracksDocument, type LibraryTracksQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { formatNumber } from "../parts/formats.js";
import { FailureNotice } from "../parts/notice.js";
import { TrackTable } from "../parts/track-table.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { filterOf, type Conditions } from "./conditions.js";

interface MatchingTracksProps {
  readonly conditions: Conditions;
  /** Called with the number of matching tracks that the server counts. */
  readonly onCounted: (totalCount: number) => void;
}

const PAUSE_MS = 250;
const SHOWN = 20;

/** The first of the tracks that meet conditions, as the server lists them. */
export function MatchingTracks({ conditions, onCounted }: MatchingTracksProps): JSX.Element {
  const { filters } = useTexts();
  const language = useLanguage();
  const [page, setPage] = useState<LibraryTracksQuery["tracks"] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const variables = { filter: filterOf(conditions), first: SHOWN };
      request(LibraryTracksDocument, variables, abort.signal).then(
        ({ tracks }) => {
          if (abort.signal.aborted) return;
          setFailure(null);
          setPage(tracks);
          onCounted(tracks.totalCount);
        },
        (reason: unknown) => {
          if (!abort.signal.aborted) setFailure(reason);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [conditions, onCounted]);
  const tracks = useMemo(() => page?.edges.flatMap(({ node }) => (node ? [node] : [])), [page]);
  return (
    <section class="part-card" aria-labelledby="filters-tracks">
      <h2 id="filters-tracks" class="part-title">
        {filters.tracks}
      </h2>
      {failure !== null && <FailureNotice failure={failure} />}
      {tracks && tracks.length > 0 && <TrackTable tracks={tracks} />}
      {page && tracks && page.totalCount > tracks.length && (
        <p class="filters-hint">
          {filters.firstOf(
            formatNumber(language, tracks.length),
            formatNumber(language, page.totalCount),
          )}
        </p>
      )}
      {page?.totalCount === 0 && <p class="filters-hint">{filters.noTracks}</p>}
    </section>
  );
}
