// A view of a tournament kept up to date from the server, and the server's time with it.

import { ServerTime } from "../tournament/server_time.ts";
import { Watched } from "../watched.ts";
import type { DeskView, HallView, LinkPage, PublicView } from "./contracts.ts";
import type { Fault } from "./http.ts";
import { followWhole } from "./stream.ts";
import { atTournament } from "./tournaments.ts";

interface Views {
  desk: DeskView;
  hall: HallView;
  public: PublicView;
  me: LinkPage;
}

export class TournamentFollower<Kind extends keyof Views> extends Watched {
  view: Views[Kind] | null = null;
  /** When it was told, by this device's clock; milliseconds. */
  toldAt = 0;
  readonly time = new ServerTime();
  /** Why nothing more is heard for now; empty while all is well. */
  trouble = "";
  /** Why nothing can be shown at all: the link was renewed, the tournament deleted. */
  fault: Fault | null = null;
  readonly #ended = new AbortController();

  constructor(
    readonly id: string,
    readonly kind: Kind,
    bearer: string,
  ) {
    super();
    const { signal } = this.#ended;
    followWhole(`${atTournament(id)}/events?view=${kind}`, {
      take: (name, data) => name === kind && this.#take(JSON.parse(data) as Views[Kind]),
      trouble: (why) => this.#say(why),
      over: () => false,
      bearer,
      signal,
    }).catch((fault: Fault) => {
      this.fault = fault;
      this.tell();
    });
  }

  close(): void {
    this.#ended.abort();
  }

  #take(view: Views[Kind]): void {
    [this.view, this.toldAt] = [view, Date.now()];
    this.time.heard(view.now, this.toldAt);
    this.tell();
  }

  #say(trouble: string): void {
    if (this.trouble === trouble) return;
    this.trouble = trouble;
    this.tell();
  }
}
