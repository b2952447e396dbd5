import type { ComponentChildren, JSX } from "preact";
import type { AudioAnalysis, Estimate } from "../../../package/engine.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { EstimateTile } from "./estimate-tile.js";
import { formatNumber, formatShare } from "../parts/formats.js";

type Field = keyof AudioAnalysis["estimates"];

const MOODS = ["happy", "sad", "relaxed", "aggressive"] as const satisfies readonly Field[];
const CHARACTER = [
  "energy",
  "danceability",
  "valence",
  "arousal",
  "instrumentalness",
  "speechiness",
  "liveness",
  "approachability",
  "engagement",
] as const satisfies readonly Field[];
const SOUND = [
  "loudness",
  "loudnessRange",
  "truePeak",
  "tuning",
] as const satisfies readonly Field[];

/** Everything that an analysis says about a recording, each value with its confidence and method. */
export function AnalysisTiles({ analysis }: { readonly analysis: AudioAnalysis }): JSX.Element {
  const { drop } = useTexts();
  const language = useLanguage();
  const { estimates } = analysis;
  return (
    <>
      <div class="drop-headline">
        <TempoTile analysis={analysis} />
        <EstimateTile isLarge field="key" name={drop.names.key} estimate={estimates.key}>
          {keyNameOf(estimates, drop)}
        </EstimateTile>
        <EstimateTile
          isLarge
          field="timeSignature"
          name={drop.names.timeSignature}
          estimate={estimates.timeSignature}
        >
          {ofValue(estimates.timeSignature, (beats) => drop.perBar(beats))}
        </EstimateTile>
      </div>
      <Group title={drop.moods}>
        {MOODS.map((field) => (
          <ShareTile key={field} field={field} estimate={estimates[field]} />
        ))}
      </Group>
      <Group title={drop.character}>
        {CHARACTER.map((field) => (
          <ShareTile key={field} field={field} estimate={estimates[field]} />
        ))}
      </Group>
      <Group title={drop.sound}>
        {SOUND.map((field) => (
          <EstimateTile
            key={field}
            field={field}
            name={drop.names[field]}
            estimate={estimates[field]}
          >
            {ofValue(
              estimates[field],
              (value) => `${formatNumber(language, value, 1)} ${drop.units[field]}`,
            )}
          </EstimateTile>
        ))}
      </Group>
      <p class="drop-quiet">{drop.hint}</p>
    </>
  );
}

function TempoTile({ analysis }: { readonly analysis: AudioAnalysis }): JSX.Element {
  const { drop } = useTexts();
  const language = useLanguage();
  const rivals = analysis.tempoRivals.map(({ bpm }) => formatNumber(language, bpm, 1));
  const { tempo } = analysis.estimates;
  return (
    <EstimateTile isLarge field="tempo" name={drop.names.tempo} estimate={tempo}>
      {ofValue(tempo, (bpm) => `${formatNumber(language, bpm, 1)} ${drop.bpm}`)}
      {rivals.length > 0 && (
        <span class="drop-rivals">
          {drop.rivals(new Intl.ListFormat(language, { type: "disjunction" }).format(rivals))}
        </span>
      )}
    </EstimateTile>
  );
}

/** A value in [0, 1], drawn as a bar. */
function ShareTile(props: {
  readonly field: (typeof MOODS | typeof CHARACTER)[number];
  readonly estimate: Estimate;
}): JSX.Element {
  const { drop } = useTexts();
  const language = useLanguage();
  const { field, estimate } = props;
  return (
    <EstimateTile field={field} name={drop.names[field]} estimate={estimate} isShare>
      {ofValue(estimate, (value) => formatShare(language, value))}
    </EstimateTile>
  );
}

function Group(props: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="drop-group">
      <h4>{props.title}</h4>
      <div class="drop-tiles">{props.children}</div>
    </section>
  );
}

const ofValue = ({ value }: Estimate, textOf: (value: number) => string): string | undefined =>
  value === null ? undefined : textOf(value);

function keyNameOf(
  { key, mode }: AudioAnalysis["estimates"],
  {
    tonics,
    major,
    minor,
  }: {
    readonly tonics: readonly string[];
    readonly major: (tonic: string) => string;
    readonly minor: (tonic: string) => string;
  },
): string | undefined {
  const tonic = key.value === null ? undefined : tonics[key.value];
  if (tonic === undefined || mode.value === null) return undefined;
  return mode.value === 1 ? major(tonic) : minor(tonic);
}
