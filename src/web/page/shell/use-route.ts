import { useLayoutEffect, useState } from "preact/hooks";
import { views, type View } from "./views.js";

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
export function useRoute(): Route {
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
