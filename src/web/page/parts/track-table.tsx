import type { JSX } from "preact";
import type { LibraryTracksQuery } from "../generated/documents.js";
import { formatClock, formatNumber, formatShare } from "./formats.js";
import { keyNameIn } from "./key-name.js";
import { NameLinks } from "./name-links.js";
import { trackAddressOf } from "./track-address.js";
import { useLanguage, useTexts } from "../texts/language.js";

/** A track of a table. */
export type ListedTrack = NonNullable<LibraryTracksQuery["tracks"]["edges"][number]["node"]>;

/** Analysed tracks with their names and main values, each a row. */
export function TrackTable({ tracks }: { readonly tracks: readonly ListedTrack[] }): JSX.Element {
  const { library, track, fields } = useTexts();
  return (
    <table class="part-table">
      <thead>
        <tr>
          <th scope="col">{library.track}</th>
          <th scope="col">{fields.tempo}</th>
          <th scope="col">{fields.key}</th>
          <th scope="col">{fields.energy}</th>
          <th scope="col">{track.length}</th>
        </tr>
      </thead>
      <tbody>
        {tracks.map((listed) => (
          <TrackRow key={trackAddressOf(listed)} listed={listed} />
        ))}
      </tbody>
    </table>
  );
}

function TrackRow({ listed }: { readonly listed: ListedTrack }): JSX.Element {
  const texts = useTexts();
  const language = useLanguage();
  const { trackName, artist, album, durationMs, analysis } = listed;
  const values = analysis.__typename === "TrackAnalysis" ? analysis : null;
  const keyName = values && keyNameIn(texts, values.key, values.mode);
  return (
    <tr>
      <th scope="row">
        <a href={`#/track/${trackAddressOf(listed)}`} dir="auto">
          {trackName}
        </a>
        <span dir="auto">
          <NameLinks artist={artist} album={album} />
        </span>
      </th>
      <td>{typeof values?.tempo === "number" && formatNumber(language, values.tempo, 1)}</td>
      <td>{values && keyName !== null && texts.track.keyOf(keyName, values.camelot ?? "")}</td>
      <td>{typeof values?.energy === "number" && formatShare(language, values.energy)}</td>
      <td>{durationMs !== null && formatClock(language, durationMs / 1000)}</td>
    </tr>
  );
}
