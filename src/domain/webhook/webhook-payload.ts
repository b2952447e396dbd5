import type { AnalysisState } from "../analysis/analysis.js";
import { analysisDataFrom } from "../analysis/analysis-data.js";
import { publicReasonOf } from "../errors/domain-error.js";
import type { WebhookEvent } from "./webhook.js";

/** A notification of webhooks about the state of an analysis. */
export interface WebhookNotification {
  readonly event: WebhookEvent;
  readonly data: object;
  /** Key of the occurrence: the same for the same analysis and corrections of a recording, also in another process. */
  readonly occurrence?: string;
}

/**
 * Returns the notification of an analysis that is ready or failed; `undefined` while it has not
 * ended.
 */
export function webhookNotificationOf(state: AnalysisState): WebhookNotification | undefined {
  switch (state.state) {
    case "ready": {
      const { recordingId, version, analyzedAt, correctedAt } = state.analysis;
      const correction = correctedAt === undefined ? "" : ` ${correctedAt}`;
      const occurrence = `ready ${recordingId} ${version} ${analyzedAt}${correction}`;
      const data = { ...analysisDataFrom(state.analysis), recordingId };
      return { event: "analysis.ready", data, occurrence };
    }
    case "failed": {
      const { trackKey, recordingId = null, error, isRetryable } = state;
      const reason = publicReasonOf(error);
      const retryAfterSeconds = isRetryable ? state.retryAfterSeconds : null;
      return {
        event: "analysis.failed",
        data: { trackKey, recordingId, error: { ...reason, retryAfterSeconds, isRetryable } },
      };
    }
    default:
      return undefined;
  }
}

/**
 * Returns the body of the request, JSON.
 *
 * @param at time of the event, milliseconds since 1970
 *
 * Source: "Standard Webhooks", 1.0.0, section "Payload structure".
 */
export function webhookBodyFrom({ event, data }: WebhookNotification, at: number): string {
  // eslint-disable-next-line no-restricted-globals -- spells a time, takes none
  return JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data });
}
