import { DomainError } from "./domain-error.js";

/** The server has no route for the path. */
export class NotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(path: string) {
    super(`The path "${path}" does not exist.`, { path });
  }
}

/** The API key has no such webhook, or the webhook no such delivery. */
export class WebhookNotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(id: string) {
    super(`No webhook or delivery of this API key has the id "${id}".`, { id });
  }
}

/** There is no such playlist, or another API key has it. */
export class PlaylistNotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(id: string) {
    super(`No playlist of this API key has the id "${id}". It may have been deleted.`, { id });
  }
}

/** The library has no music server with this name. */
export class MusicServerNotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  /** @param names of those that it has */
  constructor(name: string, names: readonly string[]) {
    const known = names.map((one) => `"${one}"`).join(", ");
    const others = names.length === 0 ? "There is none." : `There are ${known}.`;
    super(`No music server has the name "${name}". ${others}`, { name });
  }
}

/** The queue has no job with this id. */
export class JobNotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(id: string) {
    super(`No job that waits, runs or has just ended has the id "${id}".`, { id });
  }
}

/** The track key is unknown: no search has found such a track yet. */
export class TrackNotFoundError extends DomainError {
  readonly code = "TRACK_NOT_FOUND";

  constructor(
    trackKey: string,
    advice = "Search for it first, or add its artist and track to the request.",
  ) {
    super(`No known track has the key "${trackKey}". ${advice}`, { trackKey });
  }
}

/** No track has this id in the catalogues that support such ids. */
export class UnknownTrackIdError extends DomainError {
  readonly code = "TRACK_NOT_FOUND";

  constructor(id: string) {
    super(`No known track has the id "${id}".`, { id });
  }
}

/** No analysed track is by the artist. */
export class ArtistNotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(artist: string) {
    super(`No analysed track is by the artist "${artist}".`, { artist });
  }
}

/** The library knows of nothing that a continuation could begin with. */
export class NothingToContinueError extends DomainError {
  readonly code = "NOT_FOUND";

  /** @param from what was asked for: favourites, plays */
  constructor(from: readonly string[]) {
    super(`No analysed track is one of your ${from.join(" or ")} on a music server.`, {
      from: from.join(),
    });
  }
}

/** The track is known, but no source has its audio. */
export class AudioNotFoundError extends DomainError {
  readonly code = "AUDIO_NOT_FOUND";

  constructor(trackKey: string, reason = "") {
    super(`No audio source has the track "${trackKey}".${reason && ` ${reason}`}`, { trackKey });
  }
}

/** The library has the track in a folder that this server does not have; another server may have it. */
export class AudioElsewhereError extends AudioNotFoundError {
  constructor(trackKey: string) {
    super(trackKey, "Its file lies in a library folder that is not configured on this server.");
  }
}

/** The track is known, but has not been analysed, and the request needs its analysis. */
export class AnalysisNotFoundError extends DomainError {
  readonly code = "ANALYSIS_NOT_FOUND";

  constructor(trackKey: string) {
    super(`The track "${trackKey}" has not been analysed yet. Request its analysis first.`, {
      trackKey,
    });
  }
}
