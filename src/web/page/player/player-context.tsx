import { createContext, type ComponentChildren, type JSX } from "preact";
import { useCallback, useContext, useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../session/session.js";
import { PlayerDeck, type DeckReport, type Follower } from "./player-deck.js";
import { closePlayer, entryAt, usePlayerState } from "./player-store.js";

const DeckContext = createContext<DeckReport | null>(null);

/** Plays what is in the queue, for all views: the track whose turn it is, while the next one is loaded. */
export function PlayerProvider(props: { readonly children: ComponentChildren }): JSX.Element {
  const { queue } = usePlayerState();
  useEndWithSession();
  const [report, setReport] = useState<DeckReport | null>(null);
  const onReport = useCallback((reported: DeckReport) => {
    setReport(reported);
  }, []);
  const decks = [entryAt(queue), entryAt(queue, 1)].filter((entry) => entry !== undefined);
  const follower = useRef<Follower | null>(null);
  const isCurrent = report !== null && report.number === decks[0]?.number;
  return (
    <DeckContext.Provider value={isCurrent ? report : null}>
      {decks.map((entry, place) => (
        <PlayerDeck key={entry.number} {...{ entry, follower, onReport }} isCurrent={place === 0} />
      ))}
      {props.children}
    </DeckContext.Provider>
  );
}

/** Ends the player when another reader is signed in: what one may hear is not for the next. */
function useEndWithSession(): void {
  const { generation } = useSession();
  const last = useRef(generation);
  useEffect(() => {
    if (last.current !== generation) closePlayer();
    last.current = generation;
  }, [generation]);
}

/** The sound of the track that is played; `null` where there is none, or while it begins. */
export const useDeck = (): DeckReport | null => useContext(DeckContext);
