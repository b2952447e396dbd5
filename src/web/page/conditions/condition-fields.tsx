import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAddress } from "../address/use-address.js";
import type { FacetField } from "../generated/documents.js";
import { Choice } from "../parts/choice.js";
import { formatNumber } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { conditionName, valueName } from "./condition-words.js";
import {
  CONDITION_GROUPS,
  parametersOf,
  separatorOf,
  statedValuesOf,
  valueIn,
  type Condition,
  type TrackConditions,
} from "./track-conditions.js";
import type { ValuesOf } from "./use-counted-values.js";
import "./conditions.css";

type Stated = TrackConditions["stated"];

interface ConditionFieldsProps {
  readonly stated: Stated;
  readonly valuesOf: ValuesOf;
  /** Called with the value of a parameter in the units of the API; with an empty text where it is not stated any more. */
  readonly onState: (parameter: string, value: string) => void;
}

/** The controls of the conditions of a list: those that are used most, and the others in groups that open. */
export function ConditionFields(props: ConditionFieldsProps): JSX.Element {
  const { conditions: texts } = useTexts();
  const { main, ...others } = CONDITION_GROUPS;
  const isStated = (group: readonly Condition[]): boolean =>
    group.some((one) => parametersOf(one).some((name) => props.stated[name] !== undefined));
  return (
    <>
      <Fields {...props} group={main} />
      {(["more", "servers", "sound"] as const).map((name) => (
        <details key={name} class="conditions-group" open={isStated(others[name])}>
          <summary>{texts.groups[name]}</summary>
          <Fields {...props} group={others[name]} />
        </details>
      ))}
    </>
  );
}

function Fields({
  group,
  ...rest
}: ConditionFieldsProps & { readonly group: readonly Condition[] }): JSX.Element {
  return (
    <div class="conditions-fields">
      {group.map((condition) => (
        <ConditionField key={condition.name} {...rest} condition={condition} />
      ))}
    </div>
  );
}

interface ConditionFieldProps extends ConditionFieldsProps {
  readonly condition: Condition;
}

function ConditionField(props: ConditionFieldProps): JSX.Element | null {
  const { condition, stated, onState } = props;
  const texts = useTexts();
  const { statement } = condition;
  const label = conditionName(texts, condition);
  const [first = "", second] = parametersOf(condition);
  const value = stated[first] ?? "";
  const give = (chosen: string): void => {
    onState(first, chosen);
  };
  const choice = (values: readonly string[]): JSX.Element => (
    <Choice
      label={label}
      value={value}
      values={["", ...values]}
      nameOf={(one) =>
        one === "" ? firstName(texts.conditions, condition) : valueName(texts, condition, one)
      }
      onChoose={give}
    />
  );
  switch (statement.kind) {
    case "counted":
      return <CountedField {...props} facet={statement.facet} label={label} />;
    case "flag":
      return choice(["true", "false"]);
    case "choice":
    case "count":
      return choice(statement.values);
    case "check":
      return (
        <label class="conditions-check">
          <input
            type="checkbox"
            checked={value !== ""}
            onChange={(event) => {
              give(event.currentTarget.checked ? "true" : "");
            }}
          />
          {label}
        </label>
      );
    case "words":
    case "name":
      return <TypedField {...props} label={label} parameter={first} />;
    case "bounds":
    case "years":
    case "days":
      return (
        <div class={`conditions-bounds conditions-${statement.kind}`}>
          <TypedField {...props} label={texts.conditions.from(label)} parameter={first} />
          <TypedField {...props} label={texts.conditions.to(label)} parameter={second ?? ""} />
        </div>
      );
  }
}

/** Returns what a choice says where nothing is stated. */
const firstName = (
  { all, presences }: { readonly all: string; readonly presences: { readonly present: string } },
  { name }: Condition,
): string => (name === "presence" ? presences.present : all);

interface CountedFieldProps extends ConditionFieldProps {
  readonly facet: FacetField;
  readonly label: string;
}

/** The values that are stated, a choice each, and one more where a track may have any of several. */
function CountedField(props: CountedFieldProps): JSX.Element | null {
  const { condition, facet, label, stated, valuesOf, onState } = props;
  const texts = useTexts();
  const language = useLanguage();
  const [parameter = ""] = parametersOf(condition);
  const counts = new Map(valuesOf(facet).map((one) => [one.value, one.count]));
  const chosen = statedValuesOf(stated[parameter] ?? "", condition);
  if (counts.size === 0 && chosen.length === 0) return null;
  const separator = separatorOf(condition);
  const places = [...chosen, ...(chosen.length === 0 || separator !== undefined ? [""] : [])];
  const nameOf = (one: string, place: number): string => {
    if (one === "") return place === 0 ? texts.conditions.all : "–";
    const count = counts.get(one);
    const name = valueName(texts, condition, one);
    return count === undefined
      ? name
      : texts.conditions.countedValue(name, formatNumber(language, count));
  };
  return (
    <div class="conditions-values">
      {places.map((value, place) => {
        // The server does not list what is rare or spelt otherwise.
        const unlisted = value === "" || counts.has(value) ? [] : [value];
        const others = [...counts.keys()].filter((one) => one === value || !chosen.includes(one));
        return (
          <Choice
            key={place}
            label={place === 0 ? label : texts.conditions.or(label)}
            value={value}
            values={["", ...unlisted, ...others]}
            nameOf={(one) => nameOf(one, place)}
            onChoose={(next) => {
              const values = places.with(place, next).filter((one) => one !== "");
              onState(parameter, values.join(separator));
            }}
          />
        );
      })}
    </div>
  );
}

interface TypedFieldProps extends ConditionFieldProps {
  readonly label: string;
  readonly parameter: string;
}

/** A field that is typed in. It keeps what is typed as long as it states what the list has, and no other list is opened. */
function TypedField(props: TypedFieldProps): JSX.Element {
  const { condition, label, parameter, stated, onState } = props;
  const { conditions: texts } = useTexts();
  const value = stated[parameter] ?? "";
  const { kind } = condition.statement;
  const [typed, setTyped] = useState("");
  const { arrivals } = useAddress();
  useEffect(() => {
    setTyped("");
  }, [arrivals]);
  const statedBy = (text: string): string => inUnits(valueIn(text, condition), condition, "api");
  const hints: Readonly<Record<string, string>> = {
    name: texts.nameHint,
    ...(condition.name === "camelotCompatibleWith" && { words: texts.keyHint }),
  };
  return (
    <label class="part-field">
      {label}
      <input
        {...(kind === "days" ? { type: "date" } : { type: "text" })}
        inputMode={kind === "bounds" || kind === "years" ? "decimal" : "text"}
        dir="auto"
        placeholder={hints[kind]}
        value={statedBy(typed) === value ? typed : inUnits(value, condition, "control")}
        onInput={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          onState(parameter, statedBy(text));
        }}
      />
    </label>
  );
}

/** Returns a number of the API in the unit of its control, or the other way round; any other text as it is. */
function inUnits(text: string, { statement }: Condition, wanted: "api" | "control"): string {
  if (text === "" || statement.kind !== "bounds") return text;
  const factor = wanted === "api" ? statement.unit : 1 / statement.unit;
  // Without the last digits, which are of binary fractions.
  return String(Number((Number(text) * factor).toPrecision(12)));
}
