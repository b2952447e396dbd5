import type { JSX, TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { formatNumber } from "../parts/formats.js";
import { Choice } from "../parts/choice.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { downloadFile } from "../parts/download-file.js";
import { useWork } from "../parts/use-work.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { keepList, reviewList, type KeptList } from "./review-list.js";
import { chosenRef, csvOfReviewed, type ShownReview, type RowChoices } from "./reviewed-list.js";
import { ReviewedRows } from "./reviewed-rows.js";
import "../keep/keep.css";
import "../parts/parts.css";
import "./imports.css";

/** The view that compares a list of another program with the library, and keeps what the reader says it has. */
export function ImportView(): JSX.Element {
  const { imports: texts } = useTexts();
  const [file, setFile] = useState<File | null>(null);
  const [review, setReview] = useState<ShownReview | null>(null);
  const { start, isWorking, failure } = useWork();
  const reading = useRef(new AbortController());
  const cancel = (): void => {
    reading.current.abort();
  };
  useEffect(() => cancel, []);
  const read = (wanted: File, list: number | null): void => {
    const abort = new AbortController();
    reading.current = abort;
    start(async () => {
      setReview(null);
      const found = await reviewList(wanted, list, abort.signal).catch((reason: unknown) => {
        if (abort.signal.aborted) return null;
        throw reason;
      });
      setReview(found);
    });
  };
  return (
    <section>
      <p class="track-back">
        <a href="#/playlists">{texts.back}</a>
      </p>
      <h1>{texts.heading}</h1>
      <p class="part-intro">{texts.intro}</p>
      <label class="part-field part-card imports-file">
        {texts.file}
        <input
          type="file"
          disabled={isWorking}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (!chosen) return;
            setFile(chosen);
            read(chosen, null);
          }}
        />
      </label>
      {failure !== null && (
        <FailureNotice
          failure={failure}
          onRetry={() => {
            if (file) read(file, null);
          }}
        />
      )}
      {isWorking && (
        <>
          <Notice>{texts.reading}</Notice>
          <button type="button" onClick={cancel}>
            {texts.cancel}
          </button>
        </>
      )}
      {review && file && (
        <Review
          key={review.list.number}
          review={review}
          fileName={file.name}
          onList={(number) => {
            read(file, number);
          }}
        />
      )}
    </section>
  );
}

interface ReviewProps {
  readonly review: ShownReview;
  readonly fileName: string;
  /** Called with the number of another list of the file. */
  readonly onList: (number: number) => void;
}

function Review({ review, fileName, onList }: ReviewProps): JSX.Element {
  const { imports: texts } = useTexts();
  const language = useLanguage();
  const { mayWrite } = useSession();
  const [choices, setChoices] = useState<RowChoices>(new Map());
  const { lists, list, counts, rows } = review;
  const refs = rows.map((row) => chosenRef(row, choices)).filter((ref) => ref !== "");
  const missing = rows.filter((row) => chosenRef(row, choices) === "");
  const listName = list.name ?? fileName.replace(/\.[^.]+$/, "");
  const count = (number: number): string => formatNumber(language, number);
  return (
    <>
      {lists.length > 1 && (
        <Choice
          label={texts.list}
          value={list.number}
          values={lists.map(({ number }) => number)}
          nameOf={(number) => {
            const one = lists.find((other) => other.number === number);
            return `${one?.name ?? count(number)} (${count(one?.rowCount ?? 0)})`;
          }}
          onChoose={onList}
        />
      )}
      <p role="status" class="imports-counts">
        {texts.counts(count(counts.sure), count(counts.unsure), count(counts.absent))}
      </p>
      <ReviewedRows
        review={review}
        choices={choices}
        onChoose={(position, ref) => {
          setChoices(new Map(choices).set(position, ref));
        }}
      />
      <section class="part-card" aria-labelledby="imports-kept">
        <h2 id="imports-kept" class="part-title">
          {texts.keepHeading}
        </h2>
        <p>
          {refs.length === 0 ? texts.nothing : texts.chosen(count(refs.length), count(rows.length))}
        </p>
        {missing.length > 0 && (
          <button
            type="button"
            onClick={() => {
              const content = new Blob([csvOfReviewed(missing)], { type: "text/csv" });
              downloadFile(
                content,
                `${listName.replace(/[/\\:*?"<>|]/g, "-")} - ${texts.missingFile}.csv`,
              );
            }}
          >
            {texts.saveMissing(count(missing.length))}
          </button>
        )}
        {mayWrite && refs.length > 0 && <KeepForm name={listName} refs={refs} />}
      </section>
    </>
  );
}

function KeepForm(props: { readonly name: string; readonly refs: readonly string[] }): JSX.Element {
  const { imports: texts, keep } = useTexts();
  const language = useLanguage();
  const { start, isWorking, failure } = useWork();
  const [kept, setKept] = useState<KeptList | null>(null);
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name");
    if (typeof name !== "string" || name.trim() === "") return;
    setKept(null);
    start(async () => {
      setKept(await keepList(name.trim(), props.refs));
    });
  };
  const count = (number: number): string => formatNumber(language, number);
  return (
    <form onSubmit={submit}>
      <div class="keep-name">
        <label class="part-field">
          {keep.name}
          <input
            name="name"
            required
            maxLength={200}
            dir="auto"
            autocomplete="off"
            defaultValue={props.name.slice(0, 200)}
          />
        </label>
        <button type="submit" class="primary" disabled={isWorking}>
          {keep.save}
        </button>
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
      <p class="keep-hint" role="status" dir="auto">
        {kept?.playlist && (
          <>
            {keep.savedTracks(kept.playlist.name, count(kept.playlist.trackCount ?? 0))}{" "}
            {kept.leftOutCount > 0 && texts.leftOut(count(kept.leftOutCount))}{" "}
            <a href={`#/playlist/${kept.playlist.id}`}>{keep.open}</a>
          </>
        )}
        {kept?.playlist === null && texts.notAnalysed}
      </p>
    </form>
  );
}
