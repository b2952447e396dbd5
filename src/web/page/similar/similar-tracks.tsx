import type { JSX } from "preact";
import { SimilarPageDocument } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { useTexts } from "../texts/language.js";
import { SimilarTable } from "./similar-table.js";

const SIMILAR_COUNT = 8;

/** The tracks that sound like a track, with the fields in which they are close. */
export function SimilarTracks({ of: ref }: { readonly of: string }): JSX.Element {
  const { track: texts } = useTexts();
  return (
    <section class="part-card" aria-labelledby="track-similar">
      <h2 id="track-similar" class="part-title">
        {texts.similar}
      </h2>
      <SimilarTable
        label={texts.similar}
        list={ref}
        load={async (signal) => {
          const { track } = await request(
            SimilarPageDocument,
            { ref, first: SIMILAR_COUNT },
            signal,
          );
          return track?.similar ?? [];
        }}
      />
    </section>
  );
}
