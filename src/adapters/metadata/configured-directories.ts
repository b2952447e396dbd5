import type { LibraryStore } from "../../ports/library/library-store.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import type { TrackDirectory } from "../../ports/metadata/track-directory.js";
import { DeezerProvider } from "./deezer/deezer-provider.js";
import { LibraryProvider } from "./library/library-provider.js";
import { MusicbrainzProvider } from "./musicbrainz/musicbrainz-provider.js";
import { DeezerDirectory } from "./deezer/deezer-directory.js";
import { LibraryDirectory } from "./library/library-directory.js";
import { MusicbrainzDirectory } from "./musicbrainz/musicbrainz-directory.js";

/** Builds the directories of those providers that have one, in their order. */
export function configuredDirectories(
  providers: readonly MetadataProvider[],
  { library }: { readonly library: LibraryStore },
): readonly TrackDirectory[] {
  return providers.flatMap((provider): readonly TrackDirectory[] => {
    if (provider instanceof LibraryProvider) return [new LibraryDirectory({ store: library })];
    if (provider instanceof DeezerProvider) return [new DeezerDirectory({ deezer: provider })];
    if (provider instanceof MusicbrainzProvider) {
      return [new MusicbrainzDirectory({ musicbrainz: provider })];
    }
    return [];
  });
}
