import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { MixAlternativesDocument, type MixAlternativesQuery } from "../../generated/documents.js";
import { request } from "../../graphql/request.js";
import { FailureNotice, Notice } from "../../parts/notice.js";
import { trackAddressOf } from "../../parts/track-address.js";
import { useTexts } from "../../texts/language.js";
import { MixChips } from "./mix-chips.js";
import type { MixedTrack } from "../mixed-track.js";

interface MixAlternativesProps {
  /** The title of the track that is replaced. */
  readonly title: string;
  /** What names the tracks before and after it; the same twice at an end of the mix. */
  readonly neighbours: readonly [string, string];
  /** What names the tracks that the mix has already. */
  readonly used: ReadonlySet<string>;
  readonly onChoose: (track: MixedTrack) => void;
}

const SIMILAR_COUNT = 30;
const OFFERED = 6;

/** Tracks to replace a step with: those that sound most like the tracks before and after it. */
export function MixAlternatives(props: MixAlternativesProps): JSX.Element {
  const { title, neighbours, used, onChoose } = props;
  const { mix } = useTexts();
  const [answer, setAnswer] = useState<MixAlternativesQuery | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [before, after] = neighbours;
  useEffect(() => {
    const abort = new AbortController();
    const variables = { before, after, first: SIMILAR_COUNT };
    request(MixAlternativesDocument, variables, abort.signal).then(setAnswer, (reason: unknown) => {
      if (!abort.signal.aborted) setFailure(reason);
    });
    return () => {
      abort.abort();
    };
  }, [before, after]);
  const offered = answer === null ? null : closestOf(answer, used);
  if (failure !== null) return <FailureNotice failure={failure} />;
  if (offered === null) return <Notice>{mix.lookingForOthers}</Notice>;
  if (offered.length === 0) return <Notice>{mix.noOthers}</Notice>;
  return (
    <ul class="mix-others" aria-label={mix.othersFor(title)}>
      {offered.map((track) => (
        <li key={trackAddressOf(track)}>
          <button
            type="button"
            onClick={() => {
              onChoose(track);
            }}
          >
            <span class="mix-names">
              <strong dir="auto">{track.trackName}</strong>
              <bdi>{track.artist}</bdi>
            </span>
            <MixChips track={track} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Returns the tracks that are closest to both neighbours, closest first, without those that are used. */
function closestOf(
  { before, after }: MixAlternativesQuery,
  used: ReadonlySet<string>,
): readonly MixedTrack[] {
  const found = new Map<string, { readonly track: MixedTrack; closeness: number }>();
  for (const { track, similarity } of [...(before?.similar ?? []), ...(after?.similar ?? [])]) {
    if (used.has(trackAddressOf(track))) continue;
    const known = found.get(trackAddressOf(track));
    if (known) known.closeness += similarity;
    else found.set(trackAddressOf(track), { track, closeness: similarity });
  }
  return [...found.values()]
    .sort((one, other) => other.closeness - one.closeness)
    .slice(0, OFFERED)
    .map(({ track }) => track);
}
