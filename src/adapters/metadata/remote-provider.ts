import type { CandidateQuery } from "../../domain/track/search-query.js";
import type { CandidatePage } from "../../domain/track/track.js";
import type { MetadataProvider } from "../../ports/metadata/metadata-provider.js";
import { RemoteCatalogue } from "./remote-catalogue.js";

/** A catalogue that is searched over HTTP, with replies in JSON. */
export abstract class RemoteProvider extends RemoteCatalogue implements MetadataProvider {
  abstract searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage>;
}
