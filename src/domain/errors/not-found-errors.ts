import { DomainError } from "./domain-error.js";

/** The path is none of ours. */
export class NotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(path: string) {
    super(`There is nothing at "${path}".`, { path });
  }
}

/** The API key has no such webhook, or the webhook no such delivery. */
export class WebhookNotFoundError extends DomainError {
  readonly code = "NOT_FOUND";

  constructor(id: string) {
    super(`Nothing of your webhooks is known by the id "${id}".`, { id });
  }
}

/** The key names a track that no search has found yet. */
export class TrackNotFoundError extends DomainError {
  readonly code = "TRACK_NOT_FOUND";

  constructor(
    trackKey: string,
    advice = "Search for it first, or send its artist and track along.",
  ) {
    super(`No track is known by the key "${trackKey}". ${advice}`, { trackKey });
  }
}

/** Nothing goes by this id, as far as those can say who know such ids. */
export class UnknownTrackIdError extends DomainError {
  readonly code = "TRACK_NOT_FOUND";

  constructor(id: string) {
    super(`No track is known by "${id}".`, { id });
  }
}

/** The track is known, but no source has its audio. */
export class AudioNotFoundError extends DomainError {
  readonly code = "AUDIO_NOT_FOUND";

  constructor(trackKey: string, reason = "") {
    super(`No audio source has the track "${trackKey}".${reason && ` ${reason}`}`, { trackKey });
  }
}

/** The track is known, but has not been analysed, and what was asked for needs its analysis. */
export class AnalysisNotFoundError extends DomainError {
  readonly code = "ANALYSIS_NOT_FOUND";

  constructor(trackKey: string) {
    super(`The track "${trackKey}" has not been analysed yet. Ask for its analysis first.`, {
      trackKey,
    });
  }
}
