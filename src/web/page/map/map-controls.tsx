import type { JSX } from "preact";
import { Choice } from "../parts/choice.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { Texts } from "../texts/texts.js";
import { axisTitle, axisValue } from "./map-axes.js";
import {
  AXES,
  COLOURS,
  PRESETS,
  type AxisName,
  type ColourName,
  isPreset,
  type MapChoice,
  type PresetName,
} from "./map-choice.js";
import type { MapColours } from "./map-colours.js";

const presetNames = Object.keys(PRESETS) as readonly PresetName[];

interface MapControlsProps {
  readonly choice: MapChoice;
  readonly onChoice: (choice: MapChoice) => void;
}

/** Chooses what a map shows. */
export function MapControls({ choice, onChoice }: MapControlsProps): JSX.Element {
  const texts = useTexts();
  const { map } = texts;
  const chosen = presetNames.find((name) => isPreset(choice, name));
  const nameOf = (name: ColourName | AxisName): string => colourTitle(texts, name);
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

/** Returns the name of what points are coloured by, or of an axis. */
function colourTitle(texts: Texts, name: ColourName | AxisName): string {
  if (name === "NONE") return texts.map.oneColour;
  if (name === "GENRE") return texts.table.columns.genre;
  return name === "MOOD" ? texts.track.mood : axisTitle(texts, name);
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
      <span id="map-legend">{colourTitle(texts, name)}</span>
      <ul aria-labelledby="map-legend">
        {colours.legend.map((entry) => (
          <li key={entry.colour}>
            <span class="map-swatch" style={{ background: entry.colour }} />
            {"axis" in entry
              ? axisValue(texts, language, entry.axis, entry.value)
              : (entry.className ?? texts.map.otherClasses)}
          </li>
        ))}
      </ul>
    </div>
  );
}
