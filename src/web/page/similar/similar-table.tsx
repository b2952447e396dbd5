import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { SimilarRowFragment } from "../generated/documents.js";
import { formatField, isFieldName } from "../parts/field-value.js";
import { formatShare } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { trackAddressOf } from "../parts/track-address.js";
import { rowOfTrack } from "../table/shown-track.js";
import { fixedRows } from "../table/track-rows.js";
import { TrackTable } from "../table/track-table.js";
import { useLanguage, useTexts } from "../texts/language.js";

interface SimilarTableProps {
  readonly label: string;
  /** What they sound like: another one is loaded anew. */
  readonly list: string;
  readonly load: (signal: AbortSignal) => Promise<readonly SimilarRowFragment[]>;
}

/** Tracks that sound like something, the most similar first, with the fields in which they are close. */
export function SimilarTable({ label, list, load }: SimilarTableProps): JSX.Element {
  const { track: texts } = useTexts();
  const [similar, setSimilar] = useState<readonly SimilarRowFragment[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    setFailure(null);
    load(abort.signal).then(setSimilar, (reason: unknown) => {
      if (!abort.signal.aborted) setFailure(reason);
    });
    return () => {
      abort.abort();
    };
  }, [list, loads]);
  const byAddress = useMemo(
    () => new Map(similar?.map((one) => [trackAddressOf(rowOfTrack(one.track)), one])),
    [similar],
  );
  const rows = useMemo(
    () => fixedRows(similar?.map(({ track }) => rowOfTrack(track)) ?? []),
    [similar],
  );
  return (
    <>
      {failure !== null && (
        <FailureNotice
          failure={failure}
          onRetry={() => {
            setLoads(loads + 1);
          }}
        />
      )}
      {similar?.length === 0 && <Notice>{texts.similarNone}</Notice>}
      <TrackTable
        label={label}
        rows={rows}
        list={list}
        extra={{
          title: texts.similarBecause,
          cell: (row) => {
            const one = byAddress.get(trackAddressOf(row));
            return one && <Likeness similar={one} />;
          },
        }}
      />
    </>
  );
}

/** How alike a track is, and in what. */
function Likeness({ similar }: { readonly similar: SimilarRowFragment }): JSX.Element {
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
