// The motions there are: searched by their words, filtered by domain and type.

import { useState } from "preact/hooks";
import type { MotionView } from "../../api/contracts.ts";
import { capital } from "../parts/words.ts";

const MOST_SHOWN = 30;

interface MotionsProps {
  readonly all: readonly MotionView[];
  readonly chosen: string | null;
  readonly choose: (id: string) => void;
}

const FEWEST_WORDS = 3; // of a motion in somebody's own words

export function Motions({ all, chosen, choose }: MotionsProps) {
  const [search, setSearch] = useState("");
  const [domain, setDomain] = useState("");
  const [type, setType] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const own = search.trim().replace(/\s+/g, " ");
  const ours = chosen !== null && all.every((one) => one.id !== chosen);
  const find = (text: string) => {
    setSearch(text);
    if (ours) choose(text.trim().replace(/\s+/g, " "));
  };
  const found = all.filter(
    (one) => (!domain || one.domain === domain) && (!type || one.type === type) && words.every((word) => one.motion.toLowerCase().includes(word)),
  );
  return (
    <fieldset class="motions">
      <legend>Motion</legend>
      <div class="filters">
        <input
          type="search"
          placeholder="Search, or write your own"
          aria-label="Search motions"
          maxLength={300}
          value={search}
          onInput={(event) => find(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <Filter label="Domain" every="All domains" all={all.map((one) => one.domain)} chosen={domain} choose={setDomain} />
        <Filter label="Type" every="All types" all={all.map((one) => one.type)} chosen={type} choose={setType} />
      </div>
      <div class="motion-list">
        {found.slice(0, MOST_SHOWN).map(({ id, motion, domain }) => (
          <label key={id} class="option">
            <input type="radio" name="motion" checked={chosen === id} onChange={() => choose(id)} />
            <span>{motion}</span>
            <span class="quiet domain" aria-hidden="true">
              {domain}
            </span>
          </label>
        ))}
        {words.length >= FEWEST_WORDS && found.every(({ motion }) => motion.toLowerCase() !== own.toLowerCase()) && (
          <label class="option">
            <input type="radio" name="motion" checked={ours} onChange={() => choose(own)} />
            <span>“{own}”</span>
            <span class="quiet domain">your own: for people, or an AI that debates any motion</span>
          </label>
        )}
        {found.length === 0 && <p class="quiet">{all.length ? "No prepared motion matches." : "Loading motions…"}</p>}
      </div>
      <p class="quiet" role="status">
        {found.length > MOST_SHOWN ? `Showing ${MOST_SHOWN} of ${found.length} motions. Search to narrow them down.` : `${found.length} of ${all.length} motions`}
      </p>
    </fieldset>
  );
}

interface FilterProps {
  readonly label: string;
  readonly every: string;
  readonly all: readonly string[];
  readonly chosen: string;
  readonly choose: (one: string) => void;
}

function Filter({ label, every, all, chosen, choose }: FilterProps) {
  const kinds = [...new Set(all)].filter(Boolean).sort();
  if (kinds.length < 2) return null;
  return (
    <select aria-label={label} value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{every}</option>
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {capital(kind)}
        </option>
      ))}
    </select>
  );
}
