import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { JSX, RefObject } from "preact";
import { SearchBox } from "../box/search-box.js";
import { DropProvider } from "../drop/drop-queue.js";
import { DropTarget } from "../drop/drop-target.js";
import icon from "../icon.svg";
import { LanguageProvider, useLanguageSwitch, useTexts } from "../texts/language.js";
import { askToSignIn, signOut, useSession } from "../session/session.js";
import { SignInForm } from "./sign-in-form.js";
import { views, type View } from "./views.js";

/** The whole page: header, navigation and the view of the address. */
export function App(): JSX.Element {
  return (
    <LanguageProvider>
      <DropProvider>
        <Shell />
      </DropProvider>
    </LanguageProvider>
  );
}

function Shell(): JSX.Element {
  const texts = useTexts();
  const route = useRoute();
  const { generation } = useSession();
  const main = useRef<HTMLElement>(null);
  useFocusOnChange(route, main);
  const title = route.view.title(texts);
  useEffect(() => {
    document.title = `${title} – Overtone`;
  }, [title]);
  const Component = route.view.component;
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
      <Header current={route.view.path} />
      <main class="shell-main" id="main" tabIndex={-1} ref={main}>
        <SignInForm />
        <Component
          key={`${generation}/${route.view.path}/${route.argument}`}
          argument={route.argument}
        />
      </main>
    </>
  );
}

function Header({ current }: { readonly current: string }): JSX.Element {
  const texts = useTexts();
  const { other, change } = useLanguageSwitch();
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
          <li>
            <a href="guide/" hreflang="en">
              {texts.shell.guide}
            </a>
          </li>
        </ul>
      </nav>
      <SearchBox />
      <SessionControl />
      <button class="shell-language" type="button" lang={other.tag} onClick={change}>
        {other.name}
      </button>
    </header>
  );
}

/** Moves the focus to the view when the address changes, so that screen readers read it. */
function useFocusOnChange({ view, argument }: Route, main: RefObject<HTMLElement | null>): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    isFirst.current = false;
  }, [view, argument, main]);
}

/** The view that an address names, and the rest of the address. */
export interface Route {
  readonly view: View;
  readonly argument: string;
}

/** Returns the view of a fragment such as `#/track/KEY`; that of an unknown one is the first. */
function routeAt(fragment: string): Route {
  const [, path = "", rest = ""] = /^#\/([^/]*)\/?(.*)$/.exec(fragment) ?? [];
  const view = views.find((one) => one.path === path) ?? views[0];
  return { view, argument: decoded(rest) };
}

/** The route of the page's address, which changes with it. */
function useRoute(): Route {
  const [route, setRoute] = useState(() => routeAt(location.hash));
  // Runs in the same task as the first rendering: an effect after it would miss an address that changes in between.
  useLayoutEffect(() => {
    const follow = (): void => {
      setRoute(routeAt(location.hash));
    };
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("hashchange", follow);
    };
  }, []);
  return route;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A `%` that encodes nothing.
    return text;
  }
}

/** Whether the reader is signed in, with the button that changes it. */
function SessionControl(): JSX.Element | null {
  const { shell } = useTexts();
  const { isSignedIn, mayWrite } = useSession();
  if (isSignedIn === null) return null;
  if (!isSignedIn) {
    return (
      <button
        class="shell-session"
        type="button"
        onClick={() => {
          askToSignIn(true);
        }}
      >
        {shell.signIn}
      </button>
    );
  }
  return (
    <span class="shell-session">
      <span class="shell-state">{mayWrite ? shell.signedInToChange : shell.signedInToRead} </span>
      <button type="button" onClick={() => void signOut()}>
        {shell.signOut}
      </button>
    </span>
  );
}
