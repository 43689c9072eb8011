// Where several documents contradict each other: a row a claim, a column a document; on a phone, one under the other.

import type { Comparison, Contradiction } from "../../api/comparison.ts";
import { Cited, segmentPassages } from "./cited.tsx";
import type { Segments } from "./comparison.tsx";
import { STANCE, STRENGTH } from "./words.ts";

export function Contradictions({ found, segments }: { found: Comparison; segments: Segments }) {
  return (
    <section aria-labelledby="contradictions-title">
      <h2 id="contradictions-title">Where they contradict each other</h2>
      <table class="contradictions">
        <thead>
          <tr>
            <th scope="col">Claim</th>
            {found.sources.map((one) => (
              <th scope="col" key={one.id}>
                <span class="letter">{one.id}</span> <span class="quiet">{one.title || one.file}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.contradictions.map((row) => (
            <Row key={row.id} row={row} found={found} segments={segments} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, found, segments }: { row: Contradiction; found: Comparison; segments: Segments }) {
  return (
    <tr>
      <th scope="row">
        {row.tree ? <a href={`#tree-${row.tree}`}>{row.claim}</a> : row.claim}
        <p class="quiet">
          {STRENGTH[row.strength]} {row.why} {row.lowered && `At first it was said that they cannot both be true; ${row.lowered}`}
          {!row.checked && " Whether the documents say this could not be checked."}
        </p>
      </th>
      {found.sources.map((source) => {
        const own = row.positions.filter((one) => one.document === source.id);
        return (
          <td key={source.id} data-letter={source.id}>
            {own.length === 0 && <span class="quiet">takes no position on it</span>}
            {own.map((one, place) => (
              <p key={place}>
                <b>{STANCE[one.stance]}.</b> {one.says} <Cited passages={segmentPassages(one.segments, segments)} />
              </p>
            ))}
          </td>
        );
      })}
    </tr>
  );
}
