// The files of a match.

import { useState } from "preact/hooks";
import type { ResultKind } from "../../api/contracts.ts";
import type { MatchFile } from "../../api/results.ts";
import { pngOf, within } from "../../api/results.ts";
import type { Over } from "../../replay/over.ts";
import { capital } from "../parts/words.ts";

const GROUPS: readonly (readonly [string, readonly ResultKind[]])[] = [
  ["Audio", ["sound"]],
  ["Text", ["transcript", "captions"]],
  ["Flow sheet", ["flow"]],
  ["Log and report", ["log", "report"]],
];

const KINDS: Record<string, string> = {
  opus: "The whole match",
  txt: "Transcript",
  vtt: "Captions",
  srt: "Subtitles",
  csv: "Table",
  json: "Every event",
  "match.sound.json": "Timing of each turn",
  html: "Report",
};

export function Downloads({ over }: { over: Over }) {
  const { files, id } = over;
  if (files.length === 0) return null;
  const whole = files.find((one) => one.what === "whole");
  const turns = files.filter((one) => one.what === "turn");
  return (
    <section class="card downloads" aria-labelledby="keep-title">
      <h2 id="keep-title">Downloads</h2>
      {whole && (
        <FileLink file={whole} id={id} name="Download everything (zip)" main />
      )}
      <dl>
        {GROUPS.map(([title, kinds]) => {
          const some = files.filter((one) => kinds.includes(one.what));
          return (
            some.length > 0 && (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  {some.map((one) => (
                    <FileLink key={one.name} file={one} id={id} />
                  ))}
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {turns.length > 0 && (
        <details>
          <summary>Audio of each turn</summary>
          <p class="files">
            {turns.map((one) => (
              <FileLink key={one.name} file={one} id={id} name={`${(one.turn ?? 0) + 1} ${ending(one)}`} />
            ))}
          </p>
        </details>
      )}
    </section>
  );
}

const ending = ({ name }: MatchFile) => name.slice(name.lastIndexOf(".") + 1);

interface FileLinkProps {
  readonly file: MatchFile;
  readonly id: string;
  readonly name?: string;
  readonly main?: boolean;
}

function FileLink({ file, id, name = called(file), main = false }: FileLinkProps) {
  const size = !main && file.bytes !== null && file.bytes > 1e6 ? `, ${(file.bytes / 1e6).toFixed(1)} MB` : "";
  const { fault, save } = useSaving();
  const as = main ? `${id}.zip` : `${id}-${file.name}`;
  const take = (event: MouseEvent) => {
    if (file.open) return; // the browser does the rest
    event.preventDefault();
    save(() => within(file), as);
  };
  return (
    <>
      <a class={main ? "button main" : ""} href={file.address} download={main ? "" : as} onClick={take}>
        {name}
        {size && <span class="quiet">{size}</span>}
      </a>
      {file.what === "flow" && ending(file) === "svg" && <PngButton file={file} id={id} />}
      {fault && <span class="fault">{fault}</span>}
    </>
  );
}

function called(file: MatchFile): string {
  const observer = /^flow-(pro|con)\.svg$/.exec(file.name)?.[1];
  if (observer) return `${capital(observer)}’s view (svg)`;
  const kind = ending(file);
  const name = KINDS[file.name] ?? KINDS[kind];
  return name ? `${name} (${kind})` : file.name;
}

/** A PNG that the browser makes from the drawing. */
function PngButton({ file, id }: { file: MatchFile; id: string }) {
  const { fault, save } = useSaving();
  return (
    <>
      <button
        class="as-link"
        onClick={() => save(async () => URL.createObjectURL(await pngOf(file)), `${id}-${file.name.replace(/svg$/, "png")}`)}
      >
        {capital(file.name.replace(/^flow-|\.svg$/g, ""))}’s view (png)
      </button>
      {fault && <span class="fault">{fault}</span>}
    </>
  );
}

/** Saves what the page has made or fetched as a file; `fault`: why it could not. */
function useSaving(): { fault: string; save: (made: () => Promise<string>, name: string) => void } {
  const [fault, setFault] = useState("");
  const save = (made: () => Promise<string>, name: string) => {
    setFault("");
    made().then(
      (address) => {
        const link = document.createElement("a");
        [link.href, link.download] = [address, name];
        link.click();
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
      },
      (error: Error) => setFault(error.message),
    );
  };
  return { fault, save };
}
