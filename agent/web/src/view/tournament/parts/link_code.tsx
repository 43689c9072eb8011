// A private link as a QR code.

import { useMemo } from "preact/hooks";
import type { LinkView } from "../../../api/contracts.ts";

/** With the address at which this browser reached the server, which may know itself by another name. */
export function here(link: string): string {
  const { pathname, search, hash } = new URL(link, location.origin);
  return `${location.origin}${pathname}${search}${hash}`;
}

/** The server draws it; it is shown as a picture, so that nothing in it can run. */
export function LinkCode({ of: { qr, name } }: { of: LinkView }) {
  const source = useMemo(() => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr)}`, [qr]);
  return qr ? <img class="qr" src={source} alt={`QR code of the link for ${name || "the director"}`} width={132} height={132} /> : null;
}
