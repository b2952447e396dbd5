import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { SimilarPageDocument, type SimilarPageQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { formatField, isFieldName } from "../parts/field-value.js";
import { formatShare } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { trackAddressOf } from "../parts/track-address.js";
import { rowOfTrack } from "../table/shown-track.js";
import { fixedRows } from "../table/track-rows.js";
import { TrackTable } from "../table/track-table.js";
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
  const byAddress = useMemo(
    () => new Map(similar?.map((one) => [trackAddressOf(rowOfTrack(one.track)), one])),
    [similar],
  );
  const rows = useMemo(
    () => fixedRows(similar?.map(({ track }) => rowOfTrack(track)) ?? []),
    [similar],
  );
  return (
    <section class="part-card" aria-labelledby="track-similar">
      <h2 id="track-similar" class="part-title">
        {texts.similar}
      </h2>
      {failure !== null && <FailureNotice failure={failure} />}
      {similar?.length === 0 && <Notice>{texts.similarNone}</Notice>}
      <TrackTable
        label={texts.similar}
        rows={rows}
        list={ref}
        extra={{
          title: texts.similarBecause,
          cell: (row) => {
            const one = byAddress.get(trackAddressOf(row));
            return one && <Likeness similar={one} />;
          },
        }}
      />
    </section>
  );
}

/** How alike a track is, and in what. */
function Likeness({ similar }: { readonly similar: SimilarTrack }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { reasons, similarity } = similar;
  const named = reasons.map(({ field, otherValue }) => {
    const name = isFieldName(texts, field) ? texts.fields[field] : field;
    const hasValue = field !== "key" && field !== "mode";
    return hasValue ? `${name} ${formatField(texts, language, field, otherValue)}` : name;
  });
  const text = [texts.track.similarity(formatShare(language, similarity)), ...named].join(" · ");
  return <span title={text}>{text}</span>;
}
