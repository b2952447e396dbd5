/** Work that goes on, and how far it is. */
interface Running<State> {
  state: State;
  readonly followers: Set<(state: State) => void>;
  stop: () => void;
}

/** Work that is done once for all who follow it: it begins with the first of them, and stops with the last. */
export class SharedWork<State> {
  readonly #running = new Map<string, Running<State>>();

  /**
   * @param first the state of work that has just begun
   * @param hasFailed whether work begins anew for who follows it next
   */
  constructor(
    private readonly first: State,
    private readonly hasFailed: (state: State) => boolean,
  ) {}

  /** Returns how far some work is; `undefined` where nobody follows it. */
  stateOf(key: string): State | undefined {
    return this.#running.get(key)?.state;
  }

  /**
   * Follows work, which begins where nobody does yet.
   *
   * @param start begins it, and returns what stops it; it calls `change` with each new state
   * @param follower called at once with the state, and with each new one
   * @returns ends that
   */
  follow(
    key: string,
    start: (change: (state: State) => void) => () => void,
    follower: (state: State) => void,
  ): () => void {
    const known = this.#running.get(key);
    const running = known && !this.hasFailed(known.state) ? known : this.#begin(key, start);
    running.followers.add(follower);
    follower(running.state);
    return () => {
      running.followers.delete(follower);
      if (running.followers.size > 0) return;
      running.stop();
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
  }

  #begin(key: string, start: (change: (state: State) => void) => () => void): Running<State> {
    const running: Running<State> = {
      state: this.first,
      followers: new Set(),
      stop: () => undefined,
    };
    this.#running.set(key, running);
    running.stop = start((state) => {
      running.state = state;
      for (const follower of running.followers) follower(state);
    });
    return running;
  }
}
