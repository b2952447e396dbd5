import type { JSX } from "preact";
import { useTexts } from "../texts/language.js";
import { addressOf } from "./library-address.js";

interface NameLinksProps {
  readonly artist: string;
  readonly album?: string | null;
  /** Whether they stand in a grid, which leads to them by its own keys. */
  readonly isInGrid?: boolean;
}

/** The artist of a track, and its album where it is known, with links to the tracks of each in the library. */
export function NameLinks({ artist, album = null, isInGrid = false }: NameLinksProps): JSX.Element {
  const { library } = useTexts();
  const tabIndex = isInGrid ? -1 : undefined;
  return (
    <>
      <a
        href={addressOf("artist", artist)}
        tabIndex={tabIndex}
        aria-label={library.artistLink(artist)}
      >
        <bdi>{artist}</bdi>
      </a>
      {album !== null && " · "}
      {album !== null && (
        <a
          href={addressOf("album", album)}
          tabIndex={tabIndex}
          aria-label={library.albumLink(album)}
        >
          <bdi>{album}</bdi>
        </a>
      )}
    </>
  );
}
