/** The texts of the player in English. */
export const PLAYER_TEXTS_EN = {
  label: "Player",
  previous: "Previous track",
  next: "Next track",
  jump: "Length of a jump",
  beats: (count: string, isOne: boolean): string => (isOne ? "1 beat" : `${count} beats`),
  jumpBack: (beats: string): string => `Back, beats: ${beats}`,
  jumpOn: (beats: string): string => `On, beats: ${beats}`,
  levelled: "Level",
  levelledHint: "Turns loud tracks down to one loudness, −18 LUFS, as it was measured",
  volume: "Volume",
  queue: (next: string): string => `Queue, ${next} to come`,
  queueLabel: "Queue",
  moveUp: (title: string): string => `Play ${title} earlier`,
  moveDown: (title: string): string => `Play ${title} later`,
  remove: (title: string): string => `Take ${title} out of the queue`,
  close: "Close the player",
};
