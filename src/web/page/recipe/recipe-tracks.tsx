import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { TableTracksDocument } from "../generated/documents.js";
import { askEach } from "../graphql/ask-each.js";
import { isUnknownTrack, request } from "../graphql/request.js";
import { TrackPicker } from "../keep/track-picker.js";
import { useTexts } from "../texts/language.js";

interface RecipeTracksProps {
  /** What the tracks are to the recipe. */
  readonly title: string;
  /** What adds one. */
  readonly label: string;
  /** What names them. */
  readonly refs: readonly string[];
  readonly isWorking: boolean;
  readonly onChange: (refs: readonly string[]) => void;
}

/** Tracks that a recipe names, each with a button that takes it away, and what finds another. */
export function RecipeTracks(props: RecipeTracksProps): JSX.Element {
  const { title, label, refs, isWorking, onChange } = props;
  const { filters } = useTexts();
  const { nameOf, learn } = useNames(refs);
  return (
    <fieldset class="recipe-tracks">
      <legend>{title}</legend>
      <ul>
        {refs.map((ref) => (
          <li key={ref}>
            <a href={`#/track/${ref}`} dir="auto">
              {nameOf(ref)}
            </a>
            <button
              type="button"
              aria-label={filters.takeAway(nameOf(ref))}
              onClick={() => {
                onChange(refs.filter((other) => other !== ref));
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {/* Another one for each track, so that its words begin anew. */}
      <TrackPicker
        key={refs.length}
        {...{ label, isWorking }}
        words=""
        onPick={(ref, name) => {
          learn(ref, name);
          if (!refs.includes(ref)) onChange([...refs, ref]);
        }}
      />
    </fieldset>
  );
}

/** The names of tracks, as far as the server knows them. */
function useNames(refs: readonly string[]): {
  readonly nameOf: (ref: string) => string;
  readonly learn: (ref: string, name: string) => void;
} {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const learn = (ref: string, name: string): void => {
    setNames((last) => new Map(last).set(ref, name));
  };
  useEffect(() => {
    const abort = new AbortController();
    loadNames(refs, abort.signal).then(
      (found) => {
        if (!abort.signal.aborted) setNames(found);
      },
      // What names them is shown then.
      () => undefined,
    );
    return () => {
      abort.abort();
    };
    // Those that are added later are known by then.
  }, []);
  return { nameOf: (ref) => names.get(ref) ?? ref, learn };
}

async function loadNames(
  refs: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const analyses = await askEach(
    refs.map((id) => ({ id })),
    async (tracks) => (await request(TableTracksDocument, { tracks }, signal)).analyses,
    isUnknownTrack,
  );
  return new Map(
    refs.flatMap((ref, place) => {
      const one = analyses[place];
      return one?.__typename === "TrackAnalysis" && one.track
        ? [[ref, one.track.trackName] as const]
        : [];
    }),
  );
}
