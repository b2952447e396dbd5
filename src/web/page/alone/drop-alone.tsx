import { render, type JSX } from "preact";
import { DropProvider } from "../drop/drop-queue.js";
import { DropTarget } from "../drop/drop-target.js";
import { DropView } from "../drop/drop-view.js";
import { PlayerBar } from "../player/player-bar.js";
import { PlayerProvider } from "../player/player-context.js";
import { LanguageChoice, LanguageProvider } from "../texts/language.js";
import icon from "../icon.svg";
import "../shell/theme.css";
import "../shell/shell.css";

/** "Drop a file" without a server, for any file host. */
function DropAlone(): JSX.Element {
  return (
    <LanguageProvider>
      <DropProvider>
        <PlayerProvider>
          <DropTarget />
          <header class="shell-header">
            <span class="shell-brand shell-navigation">
              <img src={icon} alt="" width="32" height="32" />
              Overtone
            </span>
            <LanguageChoice />
          </header>
          <main class="shell-main">
            <DropView />
          </main>
          <PlayerBar />
        </PlayerProvider>
      </DropProvider>
    </LanguageProvider>
  );
}

const root = document.getElementById("page");
if (root) render(<DropAlone />, root);
