import type { JSX } from "preact";

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  readonly value: Value;
  readonly values: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

/** A labelled list to choose one of. */
export function Choice<Value extends string | number>(props: ChoiceProps<Value>): JSX.Element {
  const { label, value, values, nameOf, onChoose } = props;
  return (
    <label class="part-field">
      {label}
      <select
        value={String(value)}
        onChange={(event) => {
          const chosen = values.find((one) => String(one) === event.currentTarget.value);
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {values.map((one) => (
          <option key={one} value={String(one)}>
            {nameOf(one)}
          </option>
        ))}
      </select>
    </label>
  );
}
