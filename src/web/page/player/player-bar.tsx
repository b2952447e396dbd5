import type { JSX, TargetedKeyboardEvent } from "preact";
import { useState } from "preact/hooks";
import { TrackCover } from "../parts/track-cover.js";
import { isOwnFile } from "../playback/own-files.js";
import { SoundState } from "../playback/sound-state.js";
import type { TrackSound } from "../playback/use-track-sound.js";
import { useTexts } from "../texts/language.js";
import { beatJump } from "./beat-jump.js";
import { useDeck } from "./player-context.js";
import { PlayerChoices } from "./player-choices.js";
import { PlayerIcon } from "./player-icon.js";
import { PlayerPosition } from "./player-position.js";
import { PlayerQueue } from "./player-queue.js";
import { trackTarget } from "./dragged-tracks.js";
import { entryAt, queueLast, setPlaying, stepQueue, usePlayerState } from "./player-store.js";
import type { QueueEntry } from "./play-queue.js";
import { useMediaKeys } from "./use-media-keys.js";
import "./player.css";

/** Later than this, "previous" goes to the beginning of the track that is played, seconds. */
const RESTART_SECONDS = 3;

/** What is played, at the bottom of all views; nothing until something is. */
export function PlayerBar(): JSX.Element | null {
  const { queue } = usePlayerState();
  const entry = entryAt(queue);
  if (!entry) return null;
  return (
    <>
      <div class="player-room" />
      <OpenBar entry={entry} />
    </>
  );
}

function OpenBar({ entry }: { readonly entry: QueueEntry }): JSX.Element {
  const texts = useTexts();
  const { player } = texts;
  const { queue, isPlaying, beats } = usePlayerState();
  const deck = useDeck();
  const [isQueueOpen, setQueueOpen] = useState(false);
  const { track } = entry;
  const playback = deck?.sound.playback;
  const length = deck?.facts.lengthSeconds ?? 0;
  const toggle = (): void => {
    setPlaying(!isPlaying);
  };
  const jump = (direction: 1 | -1): void => {
    if (!deck || !playback) return;
    const by = direction * beats;
    playback.seek(beatJump(playback.position(), deck.facts.beats, by, length || Infinity));
  };
  const previous = (): void => {
    if (queue.place === 0 || (playback?.position() ?? 0) > RESTART_SECONDS) playback?.seek(0);
    else stepQueue(-1);
  };
  const next = (): void => {
    stepQueue(1);
  };
  useMediaKeys(track, isPlaying, {
    ...{ previous, next, jump },
    play: () => {
      setPlaying(true);
    },
    pause: () => {
      setPlaying(false);
    },
    seek: (seconds) => playback?.seek(seconds),
  });
  const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const keys: Readonly<Record<string, () => void>> = {
      ...{ k: toggle, N: next, B: previous },
      j: () => {
        jump(-1);
      },
      l: () => {
        jump(1);
      },
    };
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <section class="player" aria-label={player.label} onKeyDown={press} {...trackTarget(queueLast)}>
      {isQueueOpen && <PlayerQueue />}
      {deck && !isOnlyOffered(deck.sound) && <SoundState sound={deck.sound} />}
      <div class="player-row">
        <TrackCover url={track.thumbnailUrl} size="small" />
        <span class="player-names">
          <a href={isOwnFile(track.ref) ? "#/" : `#/track/${track.ref}`} dir="auto">
            {track.trackName}
          </a>
          <bdi>{track.artist}</bdi>
        </span>
        <span class="player-buttons">
          <BarButton icon="previous" name={player.previous} keys="Shift+B" onPress={previous} />
          <BarButton
            icon="back"
            name={player.jumpBack(String(beats))}
            keys="J"
            onPress={() => {
              jump(-1);
            }}
          />
          <BarButton
            icon={isPlaying ? "pause" : "play"}
            name={isPlaying ? texts.track.pause : texts.track.play}
            keys="K"
            onPress={toggle}
          />
          <BarButton
            icon="on"
            name={player.jumpOn(String(beats))}
            keys="L"
            onPress={() => {
              jump(1);
            }}
          />
          <BarButton
            icon="next"
            name={player.next}
            keys="Shift+N"
            isDisabled={entryAt(queue, 1) === undefined}
            onPress={next}
          />
        </span>
        {playback ? (
          <PlayerPosition playback={playback} length={length} curve={deck.facts.curve} />
        ) : (
          <span class="player-position" />
        )}
        <PlayerChoices
          isQueueOpen={isQueueOpen}
          onQueue={() => {
            setQueueOpen(!isQueueOpen);
          }}
        />
      </div>
    </section>
  );
}

/** Whether a file could be loaded that the browser plays as it is: only a waveform would need it, which the bar does not draw. */
const isOnlyOffered = ({ file, playback }: TrackSound): boolean =>
  file.state === "offered" && playback.state !== "unplayable";

interface BarButtonProps {
  readonly icon: Parameters<typeof PlayerIcon>[0]["name"];
  readonly name: string;
  /** The key that does the same while the focus is in the player. */
  readonly keys: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

function BarButton({ icon, name, keys, isDisabled = false, onPress }: BarButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={icon === "back" || icon === "on" ? "player-button player-jump" : "player-button"}
      aria-label={name}
      aria-keyshortcuts={keys}
      title={`${name} (${keys})`}
      disabled={isDisabled}
      onClick={onPress}
    >
      <PlayerIcon name={icon} />
    </button>
  );
}
