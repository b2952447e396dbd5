import type { AudioSource } from "../../ports/analysis/audio-source.js";
import { DeezerProvider } from "./deezer/deezer-provider.js";
import type { ProviderClient } from "./client/provider-client.js";
import { DeezerPreviewSource } from "./deezer/deezer-preview-source.js";

/** One audio source as the operator configured it. Its base URL may be local. */
export type AudioSourceOptions =
  { readonly name: "library" } | { readonly name: "deezer"; readonly baseUrl?: string };

/**
 * Builds the configured audio sources, in their order.
 *
 * @param needs.clients by the names of the providers that previews come from
 * @throws {Error} there is no client for one of them
 */
export function configuredAudioSources(
  options: readonly AudioSourceOptions[],
  needs: {
    readonly library: AudioSource;
    readonly clients: ReadonlyMap<string, ProviderClient>;
  },
): readonly AudioSource[] {
  return options.map((wanted) => {
    if (wanted.name === "library") return needs.library;
    const client = needs.clients.get(wanted.name);
    if (client === undefined)
      throw new Error(`No client of ${wanted.name} is configured, so it has no previews.`);
    return new DeezerPreviewSource({ client, deezer: new DeezerProvider({ ...wanted, client }) });
  });
}
