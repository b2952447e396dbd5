import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatDate, formatNumber } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { useForgetting, type Forgetting } from "./use-forgetting.js";
import "./forget.css";

/** Where a recording is, as far as lists are concerned. */
export interface ShownPresence {
  readonly recordingId: string;
  /** Since when it is in no list, ISO 8601; `null` while it is. */
  readonly goneAt: string | null;
  /** Whether it was measured from a file of the library: such a one returns with a file only. */
  readonly isOfFile: boolean;
  /** The paths of the files that hold it. */
  readonly paths: readonly (string | null)[];
}

interface ForgetCardProps {
  readonly presence: ShownPresence;
  readonly onChanged: () => void;
}

/** Lets a reader who may write take a recording without a file out of all lists, and back. */
export function ForgetCard({ presence, onChanged }: ForgetCardProps): JSX.Element | null {
  const { forget } = useTexts();
  const language = useLanguage();
  const forgetting = useForgetting(presence.recordingId, onChanged);
  const { goneAt, isOfFile, paths } = presence;
  const { isAllowed, isWorking, failure } = forgetting;
  if (!isAllowed) return null;
  const isHeld = paths.length > 0;
  return (
    <section class="part-card" aria-labelledby="track-forget">
      <h2 id="track-forget" class="part-title">
        {goneAt === null ? forget.heading : forget.goneHeading}
      </h2>
      {isHeld && (
        <p class="track-hint">
          {forget.held(formatNumber(language, paths.length), paths.length === 1)}{" "}
          <bdi>{paths[0]}</bdi>
        </p>
      )}
      {!isHeld && goneAt === null && (
        <>
          <p class="track-hint">{forget.hint}</p>
          <p class="forget-buttons">
            <button type="button" disabled={isWorking} onClick={forgetting.forget}>
              {forget.forget}
            </button>
          </p>
        </>
      )}
      {goneAt !== null && <GoneButtons forgetting={forgetting} isRestorable={!isOfFile} />}
      {failure !== null && <FailureNotice failure={failure} />}
    </section>
  );
}

/** Says since when a recording is in no list; nothing while it is. */
export function GoneNotice({
  presence: { goneAt, isOfFile },
}: {
  readonly presence: ShownPresence;
}): JSX.Element | null {
  const { forget } = useTexts();
  const language = useLanguage();
  if (goneAt === null) return null;
  return (
    <Notice>
      {forget.gone(formatDate(language, goneAt))} {isOfFile && forget.returnsWithFile}
    </Notice>
  );
}

interface GoneButtonsProps {
  readonly forgetting: Forgetting;
  readonly isRestorable: boolean;
}

/** Brings a recording back, or removes what was measured of it, which is asked twice. */
function GoneButtons({ forgetting, isRestorable }: GoneButtonsProps): JSX.Element {
  const { forget } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  const { isWorking, restore, remove } = forgetting;
  return (
    <p class="forget-buttons">
      {isRestorable && (
        <button type="button" disabled={isWorking} onClick={restore}>
          {forget.restore}
        </button>
      )}
      {isAsking ? (
        <>
          <span>{forget.removeQuestion}</span>
          <button type="button" disabled={isWorking} onClick={remove}>
            {forget.removeNow}
          </button>
          <button
            type="button"
            onClick={() => {
              setIsAsking(false);
            }}
          >
            {forget.cancel}
          </button>
        </>
      ) : (
        <button
          type="button"
          onClick={() => {
            setIsAsking(true);
          }}
        >
          {forget.remove}
        </button>
      )}
    </p>
  );
}
