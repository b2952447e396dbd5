import type { JSX } from "preact";
import { TrackPageDocument } from "../generated/documents.js";
import { CopyButton } from "../parts/copy-button.js";
import { useTexts } from "../texts/language.js";
import type { ShownTrack } from "./use-track.js";

/** The values of a track as JSON, and the requests that return them, to copy. */
export function TakeOut({ track }: { readonly track: ShownTrack }): JSX.Element {
  const { track: texts } = useTexts();
  const url = new URL(`api/audio/analysis/${track.trackKey}`, document.baseURI).href;
  const entries = [
    [texts.json, JSON.stringify(track, null, 2)],
    [texts.query, String(TrackPageDocument).trim()],
    [texts.curl, `curl -H "Authorization: Bearer $OVERTONE_API_KEY" "${url}"`],
  ] as const;
  return (
    <section class="part-card" aria-labelledby="track-take">
      <h2 id="track-take" class="part-title">
        {texts.take}
      </h2>
      <p class="track-hint">{texts.takeHint}</p>
      {entries.map(([name, text]) => (
        <div key={name} class="track-take">
          <details>
            <summary>{name}</summary>
            <pre class="part-code" tabIndex={0}>
              {text}
            </pre>
          </details>
          <CopyButton text={text} what={name} />
        </div>
      ))}
    </section>
  );
}
