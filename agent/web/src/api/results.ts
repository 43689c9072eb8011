// The files of a finished match (agent/server/contracts/results.py).

import type { SoundTable } from "../replay/sound_table.ts";
import { tableOf } from "../replay/sound_table.ts";
import type { ResultFile, Results } from "./contracts.ts";
import { answer, at, faultOf, reading } from "./http.ts";

/** A file of a match, and where to get it. */
export interface MatchFile extends ResultFile {
  readonly address: string;
  readonly match: string;
  /** Whether its address is enough to fetch it; a match without spectators asks for a secret. */
  readonly open: boolean;
}

/** All files of a finished match; `open`: it has spectators. Throws Fault if there are none, or not now. */
export async function results(id: string, open: boolean): Promise<readonly MatchFile[]> {
  const response = await answer(`${at(id)}/results`, { bearer: reading(id) });
  if (!response.ok) throw await faultOf(response);
  const { files } = (await response.json()) as Results;
  return files.map((one) => ({ ...one, match: id, open, address: `${at(id)}/${encodeURIComponent(one.name)}` }));
}

/** True once the report of a finished match is written; null before. Asked so that nothing that is not there is asked for. */
export async function reported(id: string): Promise<true | null> {
  return (await results(id, true)).some((one) => one.what === "report") || null;
}

/** Where each second of the match is in its recording; null if that is unknown. Throws Fault. */
export async function soundTable(id: string): Promise<SoundTable | null> {
  const response = await answer(`${at(id)}/match.sound.json`, { bearer: reading(id) });
  if (!response.ok) throw await faultOf(response);
  return tableOf(await response.json());
}

/** An address for links and players, which cannot send a secret: the file's own, or that of a fetched copy. Throws Fault. */
export async function within(file: MatchFile): Promise<string> {
  return file.open ? file.address : URL.createObjectURL(await (await fetched(file)).blob());
}

async function fetched({ match, address }: MatchFile): Promise<Response> {
  const response = await answer(address, { bearer: reading(match) });
  if (!response.ok) throw await faultOf(response);
  return response;
}

/** A PNG that the browser draws from an SVG file. Throws Error if it cannot. */
export async function pngOf(file: MatchFile): Promise<Blob> {
  const response = await fetched(file);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await response.text())}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, MOST_PIXELS / Math.max(picture.naturalWidth, picture.naturalHeight));
  [canvas.width, canvas.height] = [picture.naturalWidth * scale, picture.naturalHeight * scale];
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture is too large for this browser.")))),
  );
}

const MOST_PIXELS = 16_000; // a side: no browser draws more
