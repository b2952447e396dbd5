import { useCallback, useEffect, useMemo, useRef } from "preact/hooks";
import { useFollowed } from "../followed/use-followed.js";
import { fragmentOf, type AddressCodec } from "./address.js";
import { followAddress, shownAddress, writeAddress, type ShownAddress } from "./address-store.js";
import { withKeptParts } from "./state-parts.js";

/** The address of the page, which changes with it. */
export const useAddress = (): ShownAddress => useFollowed(shownAddress, followAddress);

/**
 * The state of a view that its address has, and the function that changes it.
 *
 * @param codec the same one in each rendering
 * @returns the state, which stays the same object while the address does, as each part of it does that another address
 *   leaves equal; and a function that takes the next state and the name of the field that was changed
 */
export function useAddressState<State extends object>(
  codec: AddressCodec<State>,
): readonly [State, (next: State, field: string) => void] {
  const address = useAddress();
  const fragment = fragmentOf(address);
  const last = useRef<State | null>(null);
  const state = useMemo(() => {
    const next = codec.read(address);
    return last.current === null ? next : withKeptParts(last.current, next);
  }, [codec, fragment]);
  last.current = state;
  const change = useCallback(
    (next: State, field: string): void => {
      writeAddress(codec.write(next), field);
    },
    [codec],
  );
  return [state, change];
}

const NAME = "Overtone";

/** What the title of the tab is made of: the state of the view, and the view. */
const title = { state: "", view: "" };

function show(part: keyof typeof title, name: string): void {
  title[part] = name;
  document.title = [title.state, title.view, NAME].filter((one) => one !== "").join(" – ");
}

/** Names the view in the title of the tab. */
export function useViewTitle(name: string): void {
  useEffect(() => {
    show("view", name);
  }, [name]);
}

/** Names what the view shows in the title of the tab, as long as it does; nothing where the name is empty. */
export function useTitle(name: string): void {
  useEffect(() => {
    show("state", name);
    return () => {
      show("state", "");
    };
  }, [name]);
}
