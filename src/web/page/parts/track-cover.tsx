import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

interface TrackCoverProps {
  /** `null` where none is known. */
  readonly url: string | null;
  readonly size: "small" | "large";
}

/** How long after a failure a picture is asked for again, milliseconds: a server refuses many at once, as a list has them. */
const PAUSES_MS: readonly number[] = [1000, 3000, 8000];

/** The picture of a track; an empty tile where it cannot be loaded. It says nothing to a screen reader. */
export function TrackCover({ url, size }: TrackCoverProps): JSX.Element {
  const [failed, setFailed] = useState({ url, times: 0, isWaiting: false });
  const { times, isWaiting } = failed.url === url ? failed : { times: 0, isWaiting: false };
  useEffect(() => {
    const pause = PAUSES_MS[times - 1];
    if (!isWaiting || pause === undefined) return undefined;
    const timer = setTimeout(() => {
      setFailed({ url, times, isWaiting: false });
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [url, times, isWaiting]);
  return (
    <span class={`part-cover part-cover-${size}`} aria-hidden="true">
      {url !== null && !isWaiting && (
        <img
          key={times}
          src={coverPath(url)}
          alt=""
          loading="lazy"
          onError={() => {
            setFailed({ url, times: times + 1, isWaiting: true });
          }}
        />
      )}
    </span>
  );
}

/**
 * Returns the address of a picture. Those of this server come under whatever name the reader reaches it; those of providers, from
 * their own hosts.
 */
export function coverPath(url: string): string {
  const { pathname, search } = new URL(url, document.baseURI);
  return /\/artwork\/[^/]+$/.test(pathname) ? pathname + search : url;
}
