// What a text stands on: small buttons after it, each of which opens the passage with its document and place.

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import type { Comparison, Segment, Source } from "../../api/comparison.ts";
import type { Evidence } from "../../api/verification.ts";

interface Passage {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly where: ComponentChildren;
}

export function Cited({ passages }: { passages: readonly Passage[] }) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const own = useId();
  if (!passages.length) return null;
  const toggle = (id: string) => setOpen(open.includes(id) ? open.filter((one) => one !== id) : [...open, id]);
  return (
    <>
      <span class="cited">
        {passages.map((one) => (
          <button key={one.id} type="button" aria-expanded={open.includes(one.id)} aria-controls={`${own}-${one.id}`} onClick={() => toggle(one.id)}>
            {one.name}
          </button>
        ))}
      </span>
      {passages.map(
        (one) =>
          open.includes(one.id) && (
            <span class="stands-on" id={`${own}-${one.id}`} key={one.id}>
              <q>{one.text}</q>
              <span class="quiet">{one.where}</span>
            </span>
          ),
      )}
    </>
  );
}

/** The segments of a comparison by their ids. */
export function segmentsOf(found: Comparison): ReadonlyMap<string, readonly [Segment, Source]> {
  return new Map(found.sources.flatMap((source) => source.segments.map((one) => [one.id, [one, source]] as const)));
}

export function placeOf({ place, page }: Segment): string {
  return place || (page === null ? "" : `page ${page}`);
}

export function segmentPassages(ids: readonly string[], segments: ReturnType<typeof segmentsOf>): Passage[] {
  return [...new Set(ids)].flatMap((id) => {
    const [segment, source] = segments.get(id) ?? [];
    if (!segment || !source) return [];
    const place = placeOf(segment);
    const where = [source.title || source.file, place, source.title ? source.file : ""].filter(Boolean).join(", ");
    return [{ id, name: place ? `${id} · ${place.length > 24 ? `${place.slice(0, 23)}…` : place}` : id, text: segment.text, where }];
  });
}

export function evidencePassages(ids: readonly string[], all: { readonly [id: string]: Evidence }): Passage[] {
  return [...new Set(ids)].flatMap((id) => {
    const one = all[id];
    return one ? [{ id, name: id, text: one.passage || one.finding, where: <Origin evidence={one} /> }] : [];
  });
}

function Origin({ evidence: { author, title, source, year, date, place, url } }: { evidence: Evidence }) {
  const name = [author, title, source, date ?? year, place].filter(Boolean).join(", ");
  const link = url && /^https?:\/\//.test(url) ? url : null; // it comes from outside: only web addresses become links
  return link ? (
    <a href={link} target="_blank" rel="noreferrer noopener">
      {name}
    </a>
  ) : (
    <>{name}</>
  );
}
