import type { JSX } from "preact";
import { useId } from "preact/hooks";
import {
  formatBytes,
  formatClock,
  formatNumber,
  formatShare,
  formatUnit,
} from "../parts/formats.js";
import { NameLinks } from "../parts/name-links.js";
import { useLanguage, useTexts } from "../texts/language.js";
import type { ShownGroup } from "./use-duplicates.js";

type Group = ShownGroup["node"];
type Recording = Group["recordings"][number];
type File = Recording["files"][number];

/** A group of duplicates: its files, which of them would be kept, and how sure its links are. */
export function DuplicateGroupCard({ group }: { readonly group: Group }): JSX.Element {
  const { duplicates: texts } = useTexts();
  const language = useLanguage();
  const heading = useId();
  const { kind, bytesToFree, changedFiles, recordings, links } = group;
  const first = recordings[0]?.track;
  const count = recordings.reduce((sum, { files }) => sum + files.length, 0);
  const facts = [
    texts.kinds[kind],
    texts.fileCount(formatNumber(language, count), count === 1),
    texts.freed(formatBytes(language, bytesToFree)),
    ...(changedFiles === 0
      ? []
      : [texts.changed(formatNumber(language, changedFiles), changedFiles === 1)]),
  ];
  return (
    <section class="part-card" aria-labelledby={heading}>
      <h2 id={heading} class="part-title" dir="auto">
        {first ? `${first.trackName} – ${first.artist}` : texts.allChanged}
      </h2>
      <p class="duplicates-facts">{facts.join(" · ")}</p>
      {recordings.length > 0 && (
        <table class="part-table" aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{texts.file}</th>
              <th scope="col">{texts.size}</th>
              <th scope="col">{texts.suggestion}</th>
              <th scope="col">{texts.length}</th>
              <th scope="col">{texts.bitRate}</th>
            </tr>
          </thead>
          <tbody>
            {recordings.flatMap((recording) =>
              recording.files.map((file, place) => (
                <FileRow
                  key={`${recording.recordingId} ${String(place)}`}
                  recording={recording}
                  file={file}
                />
              )),
            )}
          </tbody>
        </table>
      )}
      {links.length > 0 && (
        <ul class="duplicates-links">
          {links.map(({ firstId, secondId, score, offsetSeconds }) => (
            <li key={`${firstId} ${secondId}`}>
              {texts.link(
                nameOf(recordings, secondId),
                nameOf(recordings, firstId),
                formatShare(language, score),
                formatUnit(language, offsetSeconds, "second", 1),
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const nameOf = (recordings: readonly Recording[], id: string): string =>
  recordings.find(({ recordingId }) => recordingId === id)?.track.trackName ?? id;

interface FileRowProps {
  readonly recording: Recording;
  readonly file: File;
}

function FileRow({ recording, file }: FileRowProps): JSX.Element {
  const { duplicates: texts } = useTexts();
  const language = useLanguage();
  const { recordingId, durationSeconds, isExcerpt, bitRate, track } = recording;
  const { path, presence, isKept, format, sizeBytes } = file;
  const length = formatClock(language, durationSeconds);
  const rate = bitRate === null ? null : formatNumber(language, bitRate / 1000);
  return (
    <tr>
      <th scope="row">
        <a href={`#/track/${recordingId}`} dir="auto">
          {track.trackName}
        </a>
        <span dir="auto">
          <NameLinks artist={track.artist} album={track.album} />
          {` · ${format}`}
          {presence !== "HERE" && ` · ${texts.presences[presence]}`}
        </span>
        {path !== null && (
          <code class="duplicates-path" dir="ltr">
            {path}
          </code>
        )}
      </th>
      <td>{formatBytes(language, sizeBytes)}</td>
      <td>{isKept ? <strong class="duplicates-kept">{texts.kept}</strong> : texts.other}</td>
      <td>{isExcerpt ? texts.excerpt(length) : length}</td>
      <td>{rate !== null && texts.kilobits(rate)}</td>
    </tr>
  );
}
