import type { JSX } from "preact";
import { useTexts } from "../texts/language.js";
import { goToEntry, moveEntry, removeEntry, usePlayerState } from "./player-store.js";

/** What is played and what is next, to go to, to move and to take out. */
export function PlayerQueue(): JSX.Element {
  const { player } = useTexts();
  const { queue } = usePlayerState();
  return (
    <ol class="player-queue" aria-label={player.queueLabel}>
      {queue.entries.map(({ number, track }, place) => (
        <li key={number} aria-current={place === queue.place ? "true" : undefined}>
          <button
            type="button"
            class="player-entry"
            dir="auto"
            onClick={() => {
              goToEntry(number);
            }}
          >
            {track.trackName} <bdi class="player-by">{track.artist}</bdi>
          </button>
          <EntryButton
            name={player.moveUp(track.trackName)}
            sign="↑"
            isDisabled={place === 0}
            onPress={() => {
              moveEntry(number, place - 1);
            }}
          />
          <EntryButton
            name={player.moveDown(track.trackName)}
            sign="↓"
            isDisabled={place === queue.entries.length - 1}
            onPress={() => {
              moveEntry(number, place + 1);
            }}
          />
          <EntryButton
            name={player.remove(track.trackName)}
            sign="✕"
            onPress={() => {
              removeEntry(number);
            }}
          />
        </li>
      ))}
    </ol>
  );
}

interface EntryButtonProps {
  readonly name: string;
  readonly sign: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

function EntryButton({ name, sign, isDisabled = false, onPress }: EntryButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="player-button"
      aria-label={name}
      disabled={isDisabled}
      onClick={onPress}
    >
      {sign}
    </button>
  );
}
