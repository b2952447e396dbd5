import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { SimilarPageDocument, type SimilarPageQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { TrackCover } from "../parts/track-cover.js";
import { formatField, isFieldName } from "../parts/field-value.js";
import { formatShare } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { NameLinks } from "../parts/name-links.js";
import { trackAddressOf } from "../parts/track-address.js";
import { useLanguage, useTexts } from "../texts/language.js";

type SimilarTrack = NonNullable<NonNullable<SimilarPageQuery["track"]>["similar"]>[number];

const SIMILAR_COUNT = 8;

/** The tracks that sound like a track, with the fields in which they are close. */
export function SimilarTracks({ of: ref }: { readonly of: string }): JSX.Element {
  const { track: texts } = useTexts();
  const [similar, setSimilar] = useState<readonly SimilarTrack[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    const abort = new AbortController();
    request(SimilarPageDocument, { ref, first: SIMILAR_COUNT }, abort.signal).then(
      (answer) => {
        setSimilar(answer.track?.similar ?? []);
      },
      (reason: unknown) => {
        if (!abort.signal.aborted) setFailure(reason);
      },
    );
    return () => {
      abort.abort();
    };
  }, [ref]);
  return (
    <section class="part-card" aria-labelledby="track-similar">
      <h2 id="track-similar" class="part-title">
        {texts.similar}
      </h2>
      {failure !== null && <FailureNotice failure={failure} />}
      {similar?.length === 0 && <Notice>{texts.similarNone}</Notice>}
      <ul class="track-similar">
        {similar?.map((other) => (
          <SimilarRow key={trackAddressOf(other.track)} similar={other} />
        ))}
      </ul>
    </section>
  );
}

function SimilarRow({ similar }: { readonly similar: SimilarTrack }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { track, reasons, similarity } = similar;
  return (
    <li>
      <div class="track-similar-row part-linked">
        <TrackCover url={track.thumbnailUrl} size="small" />
        <span class="track-similar-names">
          <a class="part-link" href={`#/track/${trackAddressOf(track)}`} dir="auto">
            {track.trackName}
          </a>
          <span class="part-names">
            <NameLinks artist={track.artist} album={track.album} />
          </span>
        </span>
        <span class="track-similar-share">
          {texts.track.similarity(formatShare(language, similarity))}
        </span>
      </div>
      {reasons.length > 0 && (
        <p class="track-reasons">
          {texts.track.similarBecause}{" "}
          {reasons.map(({ field, otherValue }) => (
            <span key={field} class="part-chip">
              {isFieldName(texts, field) ? texts.fields[field] : field}
              {field !== "key" &&
                field !== "mode" &&
                ` ${formatField(texts, language, field, otherValue)}`}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}
