import type { JSX } from "preact";
import { useTexts } from "../texts/language.js";
import { addressOf } from "./library-address.js";

interface NameLinksProps {
  readonly artist: string;
  readonly album?: string | null;
}

/** The artist of a track, and its album where it is known, with links to the tracks of each in the library. */
export function NameLinks({ artist, album = null }: NameLinksProps): JSX.Element {
  const { library } = useTexts();
  return (
    <>
      <a href={addressOf("artist", artist)} aria-label={library.artistLink(artist)}>
        <bdi>{artist}</bdi>
      </a>
      {album !== null && " · "}
      {album !== null && (
        <a href={addressOf("album", album)} aria-label={library.albumLink(album)}>
          <bdi>{album}</bdi>
        </a>
      )}
    </>
  );
}
