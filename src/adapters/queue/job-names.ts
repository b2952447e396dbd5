/** Returns the text that only one job that waits or runs may have. */
export const liveNameOf = (version: number, name: string): string => `${version}:${name}`;
