import type { Sound } from "../../../domain/fingerprint/sound.js";
import type { TrackId } from "../../../domain/track/track-id.js";
import type { TrackCandidate } from "../../../domain/track/track.js";
import type { SoundDirectory } from "../../../ports/metadata/sound-directory.js";
import type { TrackDirectory } from "../../../ports/metadata/track-directory.js";
import type { RequestPolicy } from "../client/request-pacer.js";
import { RemoteCatalogue } from "../remote-catalogue.js";
import { acoustidTracks, type AcoustidTrack, classifyAcoustid } from "./acoustid-response.js";

/** What replies contain: recordings of MusicBrainz with their release groups and how many people sent them. */
const META = "recordings releasegroups sources compress";

/**
 * The recordings of MusicBrainz that AcoustID knows by their sound, and by its own ids. It cannot be searched by names.
 *
 * Source: AcoustID, "Web Service", sections "Lookup by fingerprint" and "Lookup by track ID".
 */
export class AcoustidDirectory extends RemoteCatalogue implements SoundDirectory, TrackDirectory {
  /** Three requests a second, by its usage guidelines. */
  static readonly requestPolicy: RequestPolicy = { requests: 3, perMilliseconds: 1_000 };
  readonly name = "acoustid";
  protected readonly publicBaseUrl = "https://api.acoustid.org";

  async findBySound(sound: Sound, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    const { fingerprint, durationSeconds } = sound;
    const duration = String(Math.max(1, Math.round(durationSeconds)));
    const tracks = await this.#lookUp({ fingerprint, duration }, signal);
    return tracks.map(({ candidate, soundMatch }) => ({ ...candidate, soundMatch }));
  }

  knows(kind: TrackId["kind"]): boolean {
    return kind === "acoustid";
  }

  async find(id: TrackId, signal: AbortSignal): Promise<readonly TrackCandidate[]> {
    if (id.kind !== "acoustid") return [];
    const tracks = await this.#lookUp({ trackid: id.acoustId }, signal);
    return tracks.map(({ candidate }) => candidate);
  }

  /** Posts, because a fingerprint has thousands of letters. */
  async #lookUp(
    by: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<readonly AcoustidTrack[]> {
    const form = { client: this.needs.apiKey ?? "", format: "json", meta: META, ...by };
    const body = await this.postForm("v2/lookup", form, { signal, classify: classifyAcoustid });
    return acoustidTracks(body);
  }
}
