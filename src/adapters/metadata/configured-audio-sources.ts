import type { AudioSource } from "../../ports/analysis/audio-source.js";
import type { AudioSourceConfig } from "../../ports/metadata/provider-config.js";
import { DeezerProvider } from "./deezer/deezer-provider.js";
import type { ProviderClient } from "./client/provider-client.js";
import { DeezerPreviewSource } from "./deezer/deezer-preview-source.js";

/**
 * Builds the configured audio sources, in their order.
 *
 * @param needs.clients by the names of the providers that previews come from
 * @throws {Error} there is no client for one of them
 */
export function configuredAudioSources(
  configs: readonly AudioSourceConfig[],
  needs: {
    readonly library: AudioSource;
    readonly clients: ReadonlyMap<string, ProviderClient>;
  },
): readonly AudioSource[] {
  return configs.map((config) => {
    if (config.name === "library") return needs.library;
    const client = needs.clients.get(config.name);
    if (client === undefined)
      throw new Error(`No client of ${config.name} is configured, so it has no previews.`);
    return new DeezerPreviewSource({ client, deezer: new DeezerProvider({ ...config, client }) });
  });
}
