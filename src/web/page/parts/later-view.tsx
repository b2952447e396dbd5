import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { RequestFailure } from "../graphql/request.js";
import { FailureNotice } from "./notice.js";

/** Returns a view whose code is loaded when it is first shown, which keeps the first load of the page small. */
export function laterView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function LaterView(props: Props): JSX.Element | null {
    const [View, setView] = useState<ComponentType<Props> | null>(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded !== null) return;
      load().then(
        (component) => {
          loaded = component;
          setView(() => component);
        },
        () => {
          setFailed(true);
        },
      );
    }, []);
    if (View !== null) return <View {...props} />;
    if (!hasFailed) return null;
    // Browsers keep what an import has come to, also where it has failed.
    return (
      <FailureNotice
        failure={new RequestFailure("NETWORK", "The view could not be loaded.")}
        onRetry={() => {
          location.reload();
        }}
      />
    );
  };
}
