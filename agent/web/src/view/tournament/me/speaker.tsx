// What a speaker's own speeches got, as far as it has been published.

import type { SpeakerPage } from "../../../api/contracts.ts";
import { figureOf } from "../parts/words.ts";

export function SpeakerView({ page }: { page: SpeakerPage }) {
  if (!page.scores.length) return null;
  return (
    <section class="past" aria-labelledby="scores-title">
      <h2 id="scores-title">
        Your scores {page.rank && <span class="quiet">rank {page.rank} of all speakers</span>}
      </h2>
      <ul>
        {page.scores.map((one) => (
          <li key={`${one.debate} ${one.place}`} class="card">
            <b>{figureOf(one.score)}</b>{" "}
            <span class="quiet">
              {one.round_name}, {one.reply ? "reply" : `speech ${one.place}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
