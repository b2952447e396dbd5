import type { Locator, Page } from "../browser.js";

/** Clicks in a dialog of the system that chooses one file: the file, and "Open". */
const DIALOG_CLICKS = 2;

/** Whoever uses a page with a pointer and a keyboard; counts what is clicked and typed. */
export class Person {
  #clicks = 0;
  #keys = 0;

  constructor(readonly page: Page) {}

  /** Clicks so far; one that opens a list and one that chooses from it are two. */
  get clicks(): number {
    return this.#clicks;
  }

  /** Keys that were pressed so far, letters included. */
  get keys(): number {
    return this.#keys;
  }

  async click(target: Locator): Promise<void> {
    await target.click();
    this.#clicks += 1;
  }

  /** Clicks a field, and types letter by letter. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await field.pressSequentially(text);
    this.#keys += text.length;
  }

  /** Presses a key in what has the focus. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.#keys += 1;
  }

  /** Opens a list, and chooses by the words that it shows. */
  async choose(list: Locator, label: string): Promise<void> {
    await list.selectOption({ label });
    this.#clicks += 2;
  }

  /** Clicks what asks for a file, and chooses one in the dialog of the system. */
  async chooseFile(field: Locator, file: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    await field.setInputFiles(file);
    this.#clicks += 1 + DIALOG_CLICKS;
  }

  /** Clicks what saves a file; returns its name. */
  async save(button: Locator): Promise<string> {
    const [saved] = await Promise.all([this.page.waitForEvent("download"), this.click(button)]);
    return saved.suggestedFilename();
  }
}
