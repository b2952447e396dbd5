import type { JSX } from "preact";
import type { DrawnTimelineFragment } from "../generated/documents.js";
import { formatField } from "../parts/field-value.js";
import { formatClock } from "../parts/formats.js";
import { keyNameIn } from "../parts/key-name.js";
import { useLanguage, useTexts } from "../texts/language.js";

/** The sections of a timeline with their values, for those who do not see the picture. */
export function TimelineTable(props: { readonly timeline: DrawnTimelineFragment }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { track, fields } = texts;
  const shown = (field: string, value: number | null): string =>
    value === null ? track.none : formatField(texts, language, field, value);
  return (
    <details class="track-table">
      <summary>{track.timelineTable}</summary>
      <div class="track-table-frame" tabIndex={0} role="group" aria-label={track.timelineTable}>
        <table>
          <thead>
            <tr>
              {[
                track.section,
                track.from,
                track.length,
                fields.loudness,
                fields.energy,
                fields.tempo,
                fields.key,
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {props.timeline.sections.map((section) => (
              <tr key={section.startSeconds}>
                <th scope="row">{section.label}</th>
                <td>{formatClock(language, section.startSeconds)}</td>
                <td>{formatClock(language, section.durationSeconds)}</td>
                <td>{shown("loudness", section.loudness)}</td>
                <td>{shown("energy", section.energy)}</td>
                <td>{shown("tempo", section.tempo)}</td>
                <td>{keyNameIn(texts, section.key, section.mode) ?? track.none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
