import type { JSX } from "preact";
import { useState } from "preact/hooks";

interface TrackCoverProps {
  readonly url: string;
  readonly size: "small" | "large";
}

/** The picture of a track; an empty tile where it cannot be loaded. It says nothing to a screen reader. */
export function TrackCover({ url, size }: TrackCoverProps): JSX.Element {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = broken === url;
  return (
    <span class={`part-cover part-cover-${size}`} aria-hidden="true">
      {!isBroken && (
        <img
          src={pathOf(url)}
          alt=""
          loading="lazy"
          onError={() => {
            setBroken(url);
          }}
        />
      )}
    </span>
  );
}

/** Pictures come from the server of the page, under whatever name the reader reaches it. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, document.baseURI);
  return pathname + search;
}
