import type { JSX, TargetedSubmitEvent } from "preact";
import { useId, useState } from "preact/hooks";
import { RequestFailure } from "../graphql/request.js";
import { useFailureText } from "../parts/notice.js";
import { useWork } from "../parts/use-work.js";
import { askToSignIn, useSession } from "../session/session.js";
import { useTexts } from "../texts/language.js";
import { addFolder, addServer, SERVER_KINDS } from "./folder-requests.js";
import "./folders.css";

interface AddFolderProps {
  /** Called after a folder or a music server was added. */
  readonly onAdded: () => void;
}

/** Lets who manages the server add a folder, or a music server; others are told what they need for that. */
export function AddFolder({ onAdded }: AddFolderProps): JSX.Element {
  const { folders: texts } = useTexts();
  const { mayManage } = useSession();
  if (!mayManage) {
    return (
      <p>
        {texts.needsManager}{" "}
        <button
          type="button"
          onClick={() => {
            askToSignIn("adminNeeded");
            scrollTo(0, 0);
          }}
        >
          {texts.signIn}
        </button>
      </p>
    );
  }
  return (
    <>
      <FolderForm onAdded={onAdded} />
      <details class="folders-more">
        <summary>{texts.server}</summary>
        <ServerForm onAdded={onAdded} />
      </details>
    </>
  );
}

function FolderForm({ onAdded }: AddFolderProps): JSX.Element {
  const { folders: texts } = useTexts();
  const id = useId();
  const { send, isWorking, isDone, problem } = useForm(
    ["folder"],
    ({ folder }) => addFolder(folder),
    onAdded,
  );
  return (
    <form class="folders-form" onSubmit={send}>
      <label class="part-field" for={id}>
        {texts.folder}
      </label>
      <div class="folders-path">
        <input
          id={id}
          name="folder"
          required
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          aria-describedby={`${id}-hint ${id}-problem`}
          aria-invalid={problem !== null}
        />
        <button class="primary" type="submit" disabled={isWorking}>
          {texts.add}
        </button>
      </div>
      <Outcome id={`${id}-problem`} {...{ problem, isDone }} />
      <p id={`${id}-hint`} class="library-hint">
        {texts.folderHint}
      </p>
    </form>
  );
}

/** The fields of a music server; its name is free, within the rule of names. The last two say where its files lie here. */
const SERVER_FIELDS = [
  { name: "name", type: "text", pattern: "[a-z0-9][a-z0-9\\-]{0,31}", required: true },
  { name: "url", type: "url", required: true },
  { name: "user", type: "text", required: false },
  { name: "password", type: "password", required: true },
  { name: "mountedFrom", type: "text", required: false },
  { name: "mountedTo", type: "text", required: false },
] as const;

function ServerForm({ onAdded }: AddFolderProps): JSX.Element {
  const { folders: texts } = useTexts();
  const id = useId();
  const { send, isWorking, isDone, problem } = useForm(
    ["kind", ...SERVER_FIELDS.map(({ name }) => name)] as const,
    addServer,
    onAdded,
  );
  return (
    <form class="folders-form" onSubmit={send} aria-describedby={`${id}-problem`}>
      <p class="library-hint">{texts.serverHint}</p>
      <div class="folders-fields">
        <label class="part-field">
          {texts.serverKind}
          <select name="kind">
            {Object.entries(SERVER_KINDS).map(([kind, program]) => (
              <option key={kind} value={kind}>
                {program}
              </option>
            ))}
          </select>
        </label>
        {SERVER_FIELDS.map((field) => (
          <label key={field.name} class="part-field">
            {texts.serverFields[field.name]}
            <input {...field} autocomplete="off" dir="ltr" />
          </label>
        ))}
      </div>
      <p class="library-hint">{texts.mountedHint}</p>
      <button class="primary" type="submit" disabled={isWorking}>
        {isWorking ? texts.asking : texts.addServer}
      </button>
      <Outcome id={`${id}-problem`} {...{ problem, isDone }} />
    </form>
  );
}

interface OutcomeProps {
  readonly id: string;
  readonly problem: string | null;
  readonly isDone: boolean;
}

/** Why something was not added, or that it was, beside the field that says what. */
function Outcome({ id, problem, isDone }: OutcomeProps): JSX.Element {
  const { folders: texts } = useTexts();
  return (
    <>
      <p id={id} role="alert" class="folders-problem">
        {problem}
      </p>
      <p role="status">{isDone && texts.added}</p>
    </>
  );
}

/** The name that a refusal gives the field at fault. */
const FIELD = /^The parameter "(\w+)" /;

/** Sends what is typed into a form, which is emptied when that is done, and says why it was refused. */
function useForm<Name extends string>(
  names: readonly Name[],
  work: (typed: Readonly<Record<Name, string>>) => Promise<unknown>,
  onDone: () => void,
): {
  readonly send: (event: TargetedSubmitEvent<HTMLFormElement>) => void;
  readonly isWorking: boolean;
  readonly isDone: boolean;
  readonly problem: string | null;
} {
  const { folders: texts } = useTexts();
  const failureText = useFailureText();
  const [isDone, setIsDone] = useState(false);
  const { start, isWorking, failure } = useWork(onDone);
  const send = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
    const typed = Object.fromEntries(names.map((name) => [name, textOf(data.get(name))]));
    setIsDone(false);
    start(async () => {
      await work(typed as Record<Name, string>);
      setIsDone(true);
      form.reset();
    });
  };
  const isRefused = failure instanceof RequestFailure && failure.code === "INVALID_INPUT";
  const words = isRefused
    ? failure.message.replace(FIELD, (_, field: string) => `${texts.named(field)} `)
    : failure !== null && failureText(failure);
  return { send, isWorking, isDone, problem: words === false ? null : words };
}
