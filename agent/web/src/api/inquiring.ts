// An inquiry kept up to date from the server: how far it is, and its document as it grows.

import { Watched } from "../watched.ts";
import type { Comparison } from "./comparison.ts";
import type { InquiryView } from "./contracts.ts";
import { atInquiry, Fault } from "./http.ts";
import { listened, pause } from "./stream.ts";
import type { Verification } from "./verification.ts";

const WAIT_MS = 1000;
const LONGEST_WAIT_MS = 10_000;

export class InquiryFollower extends Watched {
  view: InquiryView | null = null;
  verification: Verification | null = null;
  comparison: Comparison | null = null;
  /** Why nothing more is heard for now; empty while all is well. */
  trouble = "";
  /** Why nothing can be shown at all. */
  fault: Fault | null = null;
  #ended = new AbortController();

  constructor(readonly id: string) {
    super();
    void this.#follow();
  }

  /** It goes on: listen again. */
  again(view: InquiryView): void {
    this.view = view;
    this.close();
    this.#ended = new AbortController();
    this.tell();
    void this.#follow();
  }

  close(): void {
    this.#ended.abort();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#ended;
    let wait = WAIT_MS;
    while (!signal.aborted) {
      try {
        const live = () => this.#say("");
        await listened(`${atInquiry(this.id)}/events`, { bearer: "", signal, live }, (kind, data) => this.#take(kind, data));
        if (this.view && this.view.state !== "running") return;
        wait = WAIT_MS;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Fault && !error.passing) {
          this.fault = error;
          this.tell();
          return;
        }
        this.#say("The connection was lost. Trying again.");
        if (error instanceof Fault && error.retrySeconds) wait = Math.max(wait, error.retrySeconds * 1000);
      }
      await pause(wait, signal);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  #take(kind: string, data: string): void {
    if (kind === "inquiry") this.view = JSON.parse(data) as InquiryView;
    else if (kind === "document") this.#show(JSON.parse(data) as Verification | Comparison);
    this.tell();
  }

  #show(document: Verification | Comparison): void {
    if (document.schema === "rostrum.verification") this.verification = document;
    else this.comparison = document;
  }

  #say(trouble: string): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.tell();
  }
}
