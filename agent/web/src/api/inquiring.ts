// An inquiry kept up to date from the server: how far it is, and its document as it grows.

import { Watched } from "../watched.ts";
import type { Comparison } from "./comparison.ts";
import type { InquiryView } from "./contracts.ts";
import type { Fault } from "./http.ts";
import { atInquiry } from "./http.ts";
import { followWhole } from "./stream.ts";
import type { Verification } from "./verification.ts";

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
    try {
      await followWhole(`${atInquiry(this.id)}/events`, {
        take: (kind, data) => this.#take(kind, data),
        trouble: (why) => this.#say(why),
        over: () => this.view !== null && this.view.state !== "running",
        bearer: "",
        signal,
      });
    } catch (error) {
      this.fault = error as Fault;
      this.tell();
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
