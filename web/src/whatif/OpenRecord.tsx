// A record from anywhere, dropped, chosen or pasted, opens on the what-if board.

import { createSignal } from "solid-js";
import { createQuestion } from "../net/question";
import { Header } from "../ui/Header";
import { Alert } from "../ui/notices";
import { openBranch, whatIfApi } from "./api";
import { bareRecord } from "./branch";
import { tw } from "./texts";

/** Characters. The server takes no longer records. */
const LONGEST = 32_768;

export function OpenRecord() {
  const opening = createQuestion();
  const [text, setText] = createSignal("");
  const [dropping, setDropping] = createSignal(false);
  const open = (record: string) =>
    opening.ask(async () => {
      const start = { type: "record", text: bareRecord(record.replaceAll("\r", "")) } as const;
      await whatIfApi.look({ start }); // says what is wrong with it
      await openBranch({ start, move: 0, moves: [] });
    });
  const take = async (file: File | undefined) => {
    if (file) await open((await file.slice(0, LONGEST).text()).trimStart());
  };
  return (
    <>
      <Header crumb={tw("what-if")} />
      <main
        class="lobby open-record"
        classList={{ dropping: dropping() }}
        onDragOver={(event) => {
          event.preventDefault();
          setDropping(true);
        }}
        onDragLeave={() => setDropping(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDropping(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <h1>{tw("record-title")}</h1>
        <p>{tw("record-more")}</p>
        <label class="button file">
          {tw("record-file")}
          <input
            type="file"
            accept=".txt,text/plain"
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
        </label>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void open(text());
          }}
        >
          <textarea
            rows="8"
            maxlength={LONGEST}
            aria-label={tw("record-text")}
            placeholder="tablee record 1 …"
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button class="primary" type="submit" disabled={!text().trim() || opening.busy()}>
            {tw("record-open")}
          </button>
        </form>
        <Alert text={opening.wrong()} />
      </main>
    </>
  );
}
