import type { JSX } from "preact";
import { Choice } from "../parts/choice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { axisTitle, axisValue } from "./map-axes.js";
import {
  AXES,
  COLOURS,
  PRESETS,
  type AxisName,
  type ColourName,
  type MapChoice,
} from "./map-choice.js";
import type { MapColours } from "./map-colours.js";

type PresetName = keyof typeof PRESETS;

const presetNames = Object.keys(PRESETS) as readonly PresetName[];

interface MapControlsProps {
  readonly choice: MapChoice;
  readonly onChoice: (choice: MapChoice) => void;
}

/** Chooses what a map shows. */
export function MapControls({ choice, onChoice }: MapControlsProps): JSX.Element {
  const texts = useTexts();
  const { map } = texts;
  const chosen = presetNames.find((name) => {
    const { x, y } = PRESETS[name];
    return x === choice.x && y === choice.y;
  });
  const nameOf = (name: ColourName | AxisName): string =>
    name === "NONE" ? map.oneColour : axisTitle(texts, name);
  return (
    <div class="map-controls">
      <div class="map-presets" role="group" aria-label={map.presetsLabel}>
        {presetNames.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => {
              onChoice(PRESETS[name]);
            }}
          >
            {map.presets[name]}
          </button>
        ))}
      </div>
      <Choice
        label={map.across}
        value={choice.x}
        values={AXES}
        nameOf={nameOf}
        onChoose={(x) => {
          onChoice({ ...choice, x });
        }}
      />
      <Choice
        label={map.upwards}
        value={choice.y}
        values={AXES}
        nameOf={nameOf}
        onChoose={(y) => {
          onChoice({ ...choice, y });
        }}
      />
      <Choice
        label={map.colour}
        value={choice.colour}
        values={COLOURS}
        nameOf={nameOf}
        onChoose={(colour) => {
          onChoice({ ...choice, colour });
        }}
      />
    </div>
  );
}

interface MapLegendProps {
  readonly name: ColourName;
  readonly colours: MapColours;
}

/** What the colours of a map mean. */
export function MapLegend({ name, colours }: MapLegendProps): JSX.Element | null {
  const texts = useTexts();
  const language = useLanguage();
  if (name === "NONE") return null;
  return (
    <div class="map-legend">
      <span id="map-legend">{axisTitle(texts, name)}</span>
      <ul aria-labelledby="map-legend">
        {colours.legend.map(({ colour, axis, value }) => (
          <li key={colour}>
            <span class="map-swatch" style={{ background: colour }} />
            {axisValue(texts, language, axis, value)}
          </li>
        ))}
      </ul>
    </div>
  );
}
