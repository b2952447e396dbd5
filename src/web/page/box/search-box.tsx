import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { followAddress, goTo } from "../address/address-store.js";
import { formatNumber } from "../parts/formats.js";
import { useFailureText } from "../parts/notice.js";
import { TrackCover } from "../parts/track-cover.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { everywhereAddress, groupsOf, type BoxGroup, type BoxOption } from "./box-groups.js";
import { useBox, type BoxAnswer } from "./use-box.js";
import "../parts/parts.css";
import "./box.css";

/** No row is active: the words themselves are searched for. */
const NONE = -1;

/**
 * The box of the header: it shows what words find in the library as they are typed, and leads to the search of everything.
 *
 * It is a combobox with a list, of which the active row is named by `aria-activedescendant`, while the focus stays in the field.
 * Source: W3C, "ARIA Authoring Practices Guide", combobox pattern, editable with list autocomplete.
 */
export function SearchBox(): JSX.Element {
  const { box } = useTexts();
  const id = useId();
  const [text, setText] = useState("");
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(NONE);
  const words = text.trim();
  const answer = useBox(words);
  const groups = answer ? groupsOf(answer) : [];
  const options = groups.flatMap((group) => group.options);
  const isOpen = isWanted && answer !== null;
  const close = (): void => {
    setWanted(false);
    setActive(NONE);
  };
  useClosedByMoves(close);
  useEffect(() => {
    setActive(NONE);
  }, [answer]);
  const optionId = (place: number): string => `${id}-${place}`;
  const go = (address: string): void => {
    close();
    goTo(address);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => {
      setWanted(true);
      setActive(isOpen ? after(active, 1, options.length) : NONE);
    },
    ArrowUp: () => {
      setWanted(true);
      setActive(isOpen ? after(active, -1, options.length) : NONE);
    },
    Escape: () => {
      if (isOpen) close();
      else setText("");
    },
  };
  return (
    <form
      role="search"
      aria-label={box.label}
      class="box"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = isOpen ? options[active] : undefined;
        if (chosen) go(chosen.address);
        else if (words !== "") go(everywhereAddress(words));
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) close();
      }}
    >
      <input
        type="text"
        role="combobox"
        class="box-field"
        dir="auto"
        enterkeyhint="search"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={200}
        aria-label={box.label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && active !== NONE ? optionId(active) : undefined}
        placeholder={box.hint}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setWanted(true);
        }}
        onClick={() => {
          setWanted(true);
        }}
        onKeyDown={(event) => {
          const act = event.isComposing ? undefined : keys[event.key];
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      />
      <div class={isOpen ? "box-panel" : "box-unseen"}>
        <BoxStatus answer={isOpen ? answer : null} />
        <div id={`${id}-list`} role="listbox" aria-label={box.results} hidden={!isOpen}>
          {groups.map((group, place) => (
            <Group
              key={group.kind}
              group={group}
              first={groups.slice(0, place).reduce((sum, one) => sum + one.options.length, 0)}
              active={active}
              optionId={optionId}
            />
          ))}
        </div>
      </div>
    </form>
  );
}

/** Returns the row after another one, or before it; from the last one the words are next. */
function after(active: number, step: number, count: number): number {
  const next = active + step;
  if (next < NONE) return count - 1;
  return next >= count ? NONE : next;
}

/** Closes the list when the address changes. */
function useClosedByMoves(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    return followAddress(() => {
      latest.current();
    });
  }, []);
}

interface GroupProps {
  readonly group: BoxGroup;
  /** The place of its first row among all. */
  readonly first: number;
  readonly active: number;
  readonly optionId: (place: number) => string;
}

function Group({ group: { kind, options }, first, active, optionId }: GroupProps): JSX.Element {
  const { box } = useTexts();
  const name = `${optionId(first)}-name`;
  return (
    <div role="group" aria-labelledby={name} class="box-group">
      <div id={name} role="presentation" class="box-title">
        {box.kinds[kind]}
      </div>
      {options.map((option, index) => (
        <Option
          key={option.address}
          option={option}
          kind={kind}
          id={optionId(first + index)}
          isActive={first + index === active}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  readonly option: BoxOption;
  readonly kind: BoxGroup["kind"];
  readonly id: string;
  readonly isActive: boolean;
}

function Option({ option, kind, id, isActive }: OptionProps): JSX.Element {
  const { box } = useTexts();
  const language = useLanguage();
  const row = useRef<HTMLAnchorElement>(null);
  const { name, detail, trackCount, thumbnailUrl } = option;
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    <a
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      class="box-option"
      href={option.address}
      // The focus stays in the field.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
    >
      {thumbnailUrl !== null && <TrackCover url={thumbnailUrl} size="small" />}
      <span class="box-names">
        <bdi class="box-name">{kind === "everywhere" ? box.everywhere(name) : name}</bdi>
        {detail !== "" && <bdi class="box-detail">{detail}</bdi>}
      </span>
      {trackCount !== null && (
        <span class="box-detail">
          {box.found(formatNumber(language, trackCount), trackCount === 1)}
        </span>
      )}
    </a>
  );
}

/** Says how much was found; a failure is shown, too. */
function BoxStatus({ answer }: { readonly answer: BoxAnswer | null }): JSX.Element {
  const { box } = useTexts();
  const language = useLanguage();
  const failureText = useFailureText();
  const text = (): string => {
    if (answer === null) return "";
    if (answer.failure !== null) return failureText(answer.failure);
    const count = answer.found?.totalCount ?? 0;
    return count === 0 ? box.nothing : box.found(formatNumber(language, count), count === 1);
  };
  return (
    <p role="status" class="box-status">
      {text()}
    </p>
  );
}
