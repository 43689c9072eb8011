// The coach after a match, and what somebody works on over matches (agent/server/api/coaching.py).

import type { AttemptView, CoachingView, LearnerMade, LearnerView } from "./contracts.ts";
import type { Side } from "../../events.ts";
import { answer, asked, at, faultOf, reading } from "./http.ts";

const ME = "/api/learners/me";
const coachOf = (id: string, side: Side) => `${at(id)}/coaching/${side}`;

export const coaching = {
  told: (id: string, side: Side) => asked<CoachingView>(coachOf(id, side), { bearer: reading(id) }),
  ask: (id: string, side: Side) => asked<CoachingView>(coachOf(id, side), { method: "POST", bearer: reading(id) }),
  /** A drill that was spoken: recorded here, or a file. */
  drill: async (id: string, side: Side, recording: Blob) => {
    const form = new FormData();
    form.append("file", recording, "drill");
    const response = await answer(`${coachOf(id, side)}/drill`, { method: "POST", form, bearer: reading(id) });
    if (!response.ok) throw await faultOf(response);
    return (await response.json()) as AttemptView;
  },
};

export const learners = {
  begin: (name: string) => asked<LearnerMade>("/api/learners", { method: "POST", body: { name } }),
  mine: (key: string) => asked<LearnerView>(ME, { bearer: key }),
  follow: (key: string, match: string, side: Side, secret: string) =>
    asked<LearnerView>(`${ME}/matches`, { method: "POST", body: { match, side, secret: secret || null }, bearer: key }),
  forget: (key: string, match: string) => asked<LearnerView>(`${ME}/matches/${encodeURIComponent(match)}`, { method: "DELETE", bearer: key }),
  share: (key: string) => asked<LearnerView>(`${ME}/link`, { method: "POST", bearer: key }),
  unshare: (key: string) => asked<LearnerView>(`${ME}/link`, { method: "DELETE", bearer: key }),
  remove: (key: string) => asked<undefined>(ME, { method: "DELETE", bearer: key }),
  shared: (link: string) => asked<LearnerView>(`/api/learners/shared/${encodeURIComponent(link)}`),
};
