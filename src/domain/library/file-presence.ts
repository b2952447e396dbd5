/**
 * What the disk says of a stored file that need not have changed: it is as it was measured, lies in a folder that cannot
 * be read now, or is not on this machine. The best first.
 */
export const unchangedPresences = ["here", "away", "elsewhere"] as const;

export type UnchangedPresence = (typeof unchangedPresences)[number];

/** The same, or that it has changed since it was measured, so that nothing is known of what it holds. */
export const presences = [...unchangedPresences, "changed"] as const;

export type FilePresence = (typeof presences)[number];
