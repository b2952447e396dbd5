import type { JSX } from "preact";
import { formatShare } from "../parts/formats.js";
import { useLanguage, useTexts } from "../texts/language.js";
import { PlayerIcon } from "./player-icon.js";
import { choosePlayer, closePlayer, JUMPS, usePlayerState } from "./player-store.js";

interface PlayerChoicesProps {
  readonly isQueueOpen: boolean;
  readonly onQueue: () => void;
}

/** How the player sounds and jumps, and what opens its queue and ends it. */
export function PlayerChoices({ isQueueOpen, onQueue }: PlayerChoicesProps): JSX.Element {
  const { player } = useTexts();
  const language = useLanguage();
  const { beats, isLevelled, volume, queue } = usePlayerState();
  return (
    <span class="player-choices">
      <select
        aria-label={player.jump}
        value={String(beats)}
        onChange={(event) => {
          choosePlayer({ beats: Number(event.currentTarget.value) });
        }}
      >
        {JUMPS.map((count) => (
          <option key={count} value={String(count)}>
            {player.beats(String(count), count === 1)}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="player-level"
        aria-pressed={isLevelled}
        title={player.levelledHint}
        onClick={() => {
          choosePlayer({ isLevelled: !isLevelled });
        }}
      >
        {player.levelled}
      </button>
      <input
        class="player-volume"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={volume}
        aria-label={player.volume}
        aria-valuetext={formatShare(language, volume)}
        onInput={(event) => {
          choosePlayer({ volume: event.currentTarget.valueAsNumber });
        }}
      />
      <button
        type="button"
        class="player-button"
        aria-expanded={isQueueOpen}
        aria-label={player.queue(String(queue.entries.length - queue.place - 1))}
        onClick={onQueue}
      >
        <PlayerIcon name="queue" />
      </button>
      <button type="button" class="player-button" aria-label={player.close} onClick={closePlayer}>
        <PlayerIcon name="close" />
      </button>
    </span>
  );
}
