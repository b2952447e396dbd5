import type { JSX } from "preact";

/** The drawings, in a square of 24, which text and colour surround. */
const PATHS = {
  play: "M7 4.5v15l12.5-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  previous: "M6 5h2.5v14H6zM19 5v14L9.5 12z",
  next: "M15.5 5H18v14h-2.5zM5 5v14l9.5-7z",
  back: "M12 5v14L3.5 12zM21 5v14l-8.5-7z",
  on: "M12 5v14l8.5-7zM3 5v14l8.5-7z",
  queue: "M4 6h16v2H4zM4 11h16v2H4zM4 16h10v2H4z",
  close:
    "M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",
} as const;

/** A drawing of a button of the player, which has a name of its own. */
export function PlayerIcon({ name }: { readonly name: keyof typeof PATHS }): JSX.Element {
  return (
    <svg class="player-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={PATHS[name]} fill="currentColor" />
    </svg>
  );
}
