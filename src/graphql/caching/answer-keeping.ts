/** Whether the answer to one request may be kept, as far as only those know who make it. */
export class AnswerKeeping {
  #isAllowed = true;

  get isAllowed(): boolean {
    return this.#isAllowed;
  }

  /** Something in it will soon be otherwise. */
  forbid(): void {
    this.#isAllowed = false;
  }
}
