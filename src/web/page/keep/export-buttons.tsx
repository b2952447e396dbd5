import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { accepted, send } from "../graphql/request.js";
import { FailureNotice } from "../parts/notice.js";
import { downloadFile } from "../parts/download-file.js";
import { useTexts } from "../texts/language.js";

/** The formats of exports, with the media type that asks for each and the extension of its files. */
const FORMATS = [
  { name: "CSV", mediaType: "text/csv", extension: "csv" },
  { name: "JSON Lines", mediaType: "application/x-ndjson", extension: "jsonl" },
  { name: "Parquet", mediaType: "application/vnd.apache.parquet", extension: "parquet" },
  { name: "M3U8", mediaType: "audio/x-mpegurl", extension: "m3u8" },
  { name: "JSPF", mediaType: "application/jspf+json", extension: "jspf" },
  { name: "XSPF", mediaType: "application/xspf+xml", extension: "xspf" },
  { name: "rekordbox", mediaType: "application/x-rekordbox+xml", extension: "xml" },
] as const;

type ExportedFormat = (typeof FORMATS)[number];

interface ExportButtonsProps {
  /** The path of the tracks below the prefix of the server: "api/audio/tracks?tempo.gte=120". */
  readonly path: string;
  /** The name of the file, without its extension. */
  readonly fileName: string;
}

/** Buttons that save tracks as a file, one for each format of exports of the server. */
export function ExportButtons({ path, fileName }: ExportButtonsProps): JSX.Element {
  const { keep } = useTexts();
  const [failure, setFailure] = useState<unknown>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const save = (format: ExportedFormat): void => {
    setFailure(null);
    const file = `${fileName}.${format.extension}`;
    saveExport(path, format.mediaType, file).then(() => {
      setSaved(file);
    }, setFailure);
  };
  return (
    <div role="group" aria-labelledby="keep-export">
      <h3 id="keep-export" class="keep-title">
        {keep.exportAs}
      </h3>
      <p class="keep-hint">{keep.exportHint}</p>
      <div class="keep-formats">
        {FORMATS.map((format) => (
          <button
            key={format.name}
            type="button"
            onClick={() => {
              save(format);
            }}
          >
            {format.name}
          </button>
        ))}
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
      <p class="keep-hint" role="status">
        {saved !== null && keep.exported(saved)}
      </p>
    </div>
  );
}

/** A link alone cannot ask for a format, which is a header, nor carry the reader's key. */
async function saveExport(path: string, mediaType: string, file: string): Promise<void> {
  const response = await accepted(await send(path, { headers: { Accept: mediaType } }));
  downloadFile(await response.blob(), file);
}
