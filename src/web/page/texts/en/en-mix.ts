/** The texts of "Mix" in English. */
export const MIX_TEXTS_EN = {
  heading: "Mix",
  intro: "From one track to another in small steps of tempo, key and mood.",
  fromTo: (from: string, to: string): string => `${from} to ${to}`,
  from: "From",
  to: "To",
  words: "Words of its title or artist",
  track: "Track",
  choose: "Choose a track",
  noTrack: "No analysed track fits",
  length: "Number of tracks",
  working: "Looking for the tracks between…",
  empty: "Choose the first and the last track.",
  sameTrack: "Choose two different tracks.",
  found: (count: string): string => `${count} tracks`,
  steps: "The mix",
  tempoChange: (change: string): string => `tempo ${change}`,
  energyChange: (change: string): string => `energy ${change}`,
  course: "Course",
  scatter: "Path",
  across: "Across",
  up: "Up",
  withoutPlace: (count: string, isOne: boolean): string =>
    isOne ? "1 track has no value there." : `${count} tracks have no value there.`,
  stepsHint:
    "Drag a track by its dots, or use its buttons, to move it, replace it or take it out. A locked track keeps its place when the mix is found again.",
  tempoStep: "Largest change of tempo in a step",
  percent: (value: string): string => `${value}%`,
  anyStep: "Any",
  artistSpacing: "Tracks between two of one artist",
  anySpacing: "One or more where that can be",
  compatibleKeysOnly: "Only steps between compatible keys",
  filter: (count: string, number: number): string =>
    number === 0 ? "Only tracks that…" : `Only tracks that… (${count})`,
  unmet: {
    LENGTH: (asked: string, found: string | null): string =>
      `No mix of ${asked} tracks was found; the longest has ${found ?? "0"}.`,
    MAX_TEMPO_CHANGE_PERCENT: (asked: string, found: string | null): string =>
      found === null
        ? `No mix changes the tempo by at most ${asked}% in each step: a track on the way has no tempo.`
        : `No mix was found that changes the tempo by at most ${asked}% in each step; the smallest maximum found is ${found}%.`,
    ARTIST_SPACING: (asked: string, found: string | null): string =>
      `No mix was found with at least ${asked} between two tracks of one artist; the most found is ${found ?? "0"}.`,
    COMPATIBLE_KEYS_ONLY: (_asked: string, found: string | null): string =>
      `No mix was found with compatible keys in each step; the smallest number of other steps found is ${found ?? "0"}.`,
  },
  nearest: "This is the nearest mix.",
  play: "Play the mix",
  playFrom: (title: string): string => `Play from ${title} on`,
  lock: (title: string): string => `Lock ${title}`,
  locked: (title: string): string => `${title} is locked.`,
  letGo: (title: string): string => `${title} is not locked any more.`,
  findAgain: "Find the others again",
  foundAgain: "The mix is found again around the locked tracks.",
  reset: "Put back as found",
  putBack: "The mix is as it was found.",
  drag: "Drag to another place",
  moveUp: (title: string): string => `Move ${title} up`,
  moveDown: (title: string): string => `Move ${title} down`,
  replace: (title: string): string => `Replace ${title}`,
  remove: (title: string): string => `Remove ${title}`,
  movedTo: (title: string, place: string, count: string): string =>
    `${title} is now ${place} of ${count}.`,
  removed: (title: string): string => `${title} is taken out.`,
  replacedBy: (title: string, other: string): string => `${other} takes the place of ${title}.`,
  othersFor: (title: string): string => `In place of ${title}`,
  lookingForOthers: "Looking for tracks that fit here…",
  noOthers: "No other analysed track fits here.",
  keys: {
    SAME: "same key",
    RELATIVE: "relative key",
    PARALLEL: "parallel key",
    FIFTH_UP: "a fifth up",
    FIFTH_DOWN: "a fifth down",
    DISTANT: "distant key",
    UNKNOWN: "key unknown",
  },
};
