import type { TrackFormat } from "../../ports/export/track-format.js";
import { csvFormat } from "./csv-format.js";
import { jsonLinesFormat } from "./json-lines-format.js";
import { jspfFormat } from "./jspf-format.js";
import { m3u8Format } from "./m3u8-format.js";
import { parquetFormat } from "./parquet-format.js";
import { rekordboxFormat } from "./rekordbox-format.js";
import { xspfFormat } from "./xspf-format.js";

/** The formats of exports. */
export const trackFormats: readonly TrackFormat[] = [
  csvFormat,
  jsonLinesFormat,
  parquetFormat,
  m3u8Format,
  jspfFormat,
  xspfFormat,
  rekordboxFormat,
];
