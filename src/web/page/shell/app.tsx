import { useEffect, useRef } from "preact/hooks";
import type { JSX, RefObject } from "preact";
import { useAddress, useViewTitle } from "../address/use-address.js";
import { PlaylistDrop } from "../keep/playlist-drop.js";
import { PlayerBar } from "../player/player-bar.js";
import { PlayerProvider } from "../player/player-context.js";
import { SearchBox } from "../box/search-box.js";
import { DropProvider } from "../drop/drop-queue.js";
import { DropTarget } from "../drop/drop-target.js";
import icon from "../icon.svg";
import { LanguageChoice, LanguageProvider, useTexts } from "../texts/language.js";
import { askToSignIn, signOut, useSession } from "../session/session.js";
import { SignInForm } from "./sign-in-form.js";
import { viewAt, views } from "./views.js";

/** The whole page: header, navigation and the view of the address. */
export function App(): JSX.Element {
  return (
    <LanguageProvider>
      <DropProvider>
        <PlayerProvider>
          <Shell />
        </PlayerProvider>
      </DropProvider>
    </LanguageProvider>
  );
}

function Shell(): JSX.Element {
  const texts = useTexts();
  const { path, argument, moves } = useAddress();
  const view = viewAt(path);
  const { generation } = useSession();
  const main = useRef<HTMLElement>(null);
  useFocusOnMoves(moves, main);
  useViewTitle(view.title(texts));
  const Component = view.component;
  return (
    <>
      <a
        class="shell-skip"
        href="#main"
        onClick={(event) => {
          // The fragment names a view, so the link itself would leave this one.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {texts.shell.skip}
      </a>
      <DropTarget />
      <Header current={view.path} />
      <main class="shell-main" id="main" tabIndex={-1} ref={main}>
        <SignInForm />
        <Component key={`${generation}/${view.path}`} argument={argument} />
      </main>
      <footer class="shell-footer">
        <a href="guide/" hreflang="en">
          {texts.shell.guide}
        </a>
        <a href="#/developers">{texts.developers.heading}</a>
      </footer>
      <PlaylistDrop />
      <PlayerBar />
    </>
  );
}

function Header({ current }: { readonly current: string }): JSX.Element {
  const texts = useTexts();
  const listed = views.filter(({ isListed = true }) => isListed);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // On a phone the list is one line that is wider than the window.
    const item = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !item) return;
    list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.offsetWidth) / 2;
  }, [current, texts]);
  return (
    <header class="shell-header">
      <a class="shell-brand" href="#/">
        <img src={icon} alt="" width="32" height="32" />
        Overtone
      </a>
      <nav class="shell-navigation" aria-label={texts.shell.navigation}>
        <ul ref={list}>
          {listed.map(({ path, title }) => (
            <li key={path}>
              <a href={`#/${path}`} aria-current={path === current ? "page" : undefined}>
                {title(texts)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SearchBox />
      <SessionControl />
      <LanguageChoice />
    </header>
  );
}

/** Moves the focus to the view when the reader goes elsewhere, so that screen readers read it. */
function useFocusOnMoves(moves: number, main: RefObject<HTMLElement | null>): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [moves, main]);
}

/** Whether the reader is signed in, with the button that changes it. */
function SessionControl(): JSX.Element | null {
  const { shell } = useTexts();
  const { isSignedIn, mayManage, mayWrite } = useSession();
  if (isSignedIn === null) return null;
  if (!isSignedIn) {
    return (
      <button
        class="shell-session"
        type="button"
        onClick={() => {
          askToSignIn("asked");
        }}
      >
        {shell.signIn}
      </button>
    );
  }
  const mayDo = mayWrite ? shell.signedInToChange : shell.signedInToRead;
  const state = mayManage ? shell.signedInToManage : mayDo;
  return (
    <span class="shell-session">
      <span class="shell-state">{state} </span>
      <button type="button" onClick={() => void signOut()}>
        {shell.signOut}
      </button>
    </span>
  );
}
