/**
 * Returns what names a track in requests and addresses of the page, and tells it from the others of a list:
 * the id of its recording, or its track key where it is a name only.
 */
export function trackAddressOf({
  recordingId,
  trackKey,
}: {
  readonly recordingId: string | null;
  readonly trackKey: string;
}): string {
  return recordingId ?? trackKey;
}
