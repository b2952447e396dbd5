import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { AudioAnalysis } from "../../../package/engine.js";
import { SoundsLikeDocument, type SoundInput } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { askToSignIn, useSession } from "../session/session.js";
import { useTexts } from "../texts/language.js";
import { SimilarTable } from "./similar-table.js";

interface SimilarToFileProps {
  /** The name of the file. */
  readonly name: string;
  readonly analysis: AudioAnalysis;
}

const SIMILAR_COUNT = 10;

/**
 * The tracks of the library that sound like a file that was measured in the page, once the reader asks for them: what was
 * measured is sent then, and never the audio.
 */
export function SimilarToFile({ name, analysis }: SimilarToFileProps): JSX.Element {
  const { drop } = useTexts();
  const { isSignedIn } = useSession();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <p class="drop-similar">
        <button
          type="button"
          class="primary"
          onClick={() => {
            if (isSignedIn === false) {
              askToSignIn("asked");
              scrollTo(0, 0);
            } else setAsked(true);
          }}
        >
          {drop.similar}
        </button>{" "}
        <span class="drop-quiet">{drop.similarHint}</span>
      </p>
    );
  }
  return (
    <section class="drop-similar" aria-label={drop.similarTo(name)}>
      <h4>{drop.similarTo(name)}</h4>
      <SimilarTable
        label={drop.similarTo(name)}
        list={name}
        load={async (signal) => {
          const variables = { sound: soundOf(analysis), first: SIMILAR_COUNT };
          return (await request(SoundsLikeDocument, variables, signal)).soundsLike;
        }}
      />
    </section>
  );
}

/** Returns what the server compares of an analysis. */
function soundOf({ estimates, soundEmbedding, version }: AudioAnalysis): SoundInput {
  const values = Object.entries(estimates).map(([field, { value }]) => [field, value] as const);
  return { ...Object.fromEntries(values), embedding: soundEmbedding, analysisVersion: version };
}
