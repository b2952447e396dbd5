import type { JSX } from "preact";
import { useAddressState } from "../address/use-address.js";
import { Choice } from "../parts/choice.js";
import { formatBytes, formatNumber, formatShare } from "../parts/formats.js";
import { FailureNotice, Notice } from "../parts/notice.js";
import { useSession } from "../session/session.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { DuplicateGroupCard } from "./duplicate-group-card.js";
import {
  duplicatesAddress,
  GROUP_KINDS,
  GROUP_ORDERS,
  GROUP_SCORES,
  type GroupConditions,
} from "./duplicates-address.js";
import { useDuplicates, type DuplicateGroups } from "./use-duplicates.js";
import "../parts/parts.css";
import "./duplicates.css";

/** The view of the files that are duplicates. It changes nothing. */
export function DuplicatesView(): JSX.Element {
  const { duplicates: texts } = useTexts();
  const language = useLanguage();
  const [conditions, setConditions] = useAddressState(duplicatesAddress);
  const found = useDuplicates(conditions);
  const { groups, hasMore, isLoading, problem, showMore, retry } = found;
  return (
    <section>
      <h1>{texts.heading}</h1>
      <p class="part-intro">{texts.intro}</p>
      <Conditions
        conditions={conditions}
        onChange={(changed) => {
          setConditions({ ...conditions, ...changed }, Object.keys(changed).join());
        }}
      />
      {problem !== null && <FailureNotice failure={problem} onRetry={retry} />}
      <div aria-busy={isLoading}>
        <Notice>{summaryOf(found, texts, language)}</Notice>
        <ol class="duplicates-groups" aria-label={texts.groups}>
          {groups.map(({ cursor, node }) => (
            <li key={cursor}>
              <DuplicateGroupCard group={node} />
            </li>
          ))}
        </ol>
      </div>
      {hasMore && (
        <button type="button" onClick={showMore}>
          {texts.more}
        </button>
      )}
    </section>
  );
}

function summaryOf(
  { page, isLoading, problem }: DuplicateGroups,
  texts: ReturnType<typeof useTexts>["duplicates"],
  language: string,
): string {
  if (page === null) return isLoading && problem === null ? texts.loading : "";
  const { totalCount, bytesToFree } = page;
  if (totalCount === 0) return texts.none;
  const count = formatNumber(language, totalCount);
  return texts.found(count, totalCount === 1, formatBytes(language, bytesToFree));
}

interface ConditionsProps {
  readonly conditions: GroupConditions;
  readonly onChange: (changed: Partial<GroupConditions>) => void;
}

function Conditions({ conditions, onChange }: ConditionsProps): JSX.Element {
  const { duplicates: texts } = useTexts();
  const language = useLanguage();
  const { mayWrite } = useSession();
  const { kind, minScore, folder, order } = conditions;
  return (
    <div class="duplicates-conditions">
      <Choice
        label={texts.kind}
        value={kind}
        values={GROUP_KINDS}
        nameOf={(value) => texts.kinds[value === "" ? "ALL" : value]}
        onChoose={(value) => {
          onChange({ kind: value });
        }}
      />
      <Choice
        label={texts.minScore}
        value={minScore}
        values={GROUP_SCORES}
        nameOf={(value) => texts.atLeast(formatShare(language, value))}
        onChoose={(value) => {
          onChange({ minScore: value });
        }}
      />
      {mayWrite && (
        <label class="part-field">
          {texts.folder}
          <input
            dir="ltr"
            placeholder={texts.folderHint}
            value={folder}
            onInput={(event) => {
              onChange({ folder: event.currentTarget.value });
            }}
          />
        </label>
      )}
      <Choice
        label={texts.order}
        value={order}
        values={GROUP_ORDERS}
        nameOf={(value) => texts.orders[value]}
        onChoose={(value) => {
          onChange({ order: value });
        }}
      />
    </div>
  );
}
