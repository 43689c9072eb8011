// A QR code that leads to a match, for a hall.

import type { MatchView } from "../../api/contracts.ts";
import { at } from "../../api/http.ts";

export function QrCode({ match }: { match: MatchView }) {
  const origin = encodeURIComponent(location.origin);
  return <img class="qr" src={`${at(match.id)}/qr?origin=${origin}`} alt={`QR code for ${location.host}/w/${match.code}`} width={160} height={160} />;
}
