/** Holds the calls of objects' methods until they are released. */
export class HeldCalls {
  #released: Promise<void> = Promise.resolve();
  #release: () => void = () => undefined;
  #underWay: Promise<unknown>[] = [];

  /** Returns an object whose calls are held at times. */
  of<Held extends object>(held: Held): Held {
    return new Proxy(held, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...given: unknown[]) => {
          const call = this.#released.then(() => Reflect.apply(method, target, given) as unknown);
          this.#underWay.push(call);
          return call;
        };
      },
    });
  }

  /** The number of calls since they are held. */
  get waiting(): number {
    return this.#underWay.length;
  }

  hold(): void {
    this.#underWay = [];
    this.#released = new Promise((resolve) => (this.#release = resolve));
  }

  /** Lets all calls go on, and resolves when they, and those that follow from them, have ended. */
  async release(): Promise<void> {
    this.#release();
    let count = -1;
    while (count !== this.#underWay.length) {
      count = this.#underWay.length;
      await Promise.allSettled(this.#underWay);
      // What follows from a call may wait for its turn first.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
