// The organiser's desk over HTTP (agent/server/contracts/desk.py), and the report shared by link.

import type { DeskDecision, DeskDone, OrganiserView, PrivateLink } from "./contracts.ts";
import { asked, at, hostKey } from "./http.ts";
import { wordFor } from "./private_links.ts";

export type DeskOrder = DeskDecision["order"];

/** With what the desk is asked: its link's word, or the host's key. */
const organising = (id: string) => wordFor("desk", id) || hostKey();
const post = (id: string, body?: unknown) => ({ method: "POST" as const, bearer: organising(id), ...(body === undefined ? {} : { body }) });

export const desk = {
  look: (id: string) => asked<OrganiserView>(`${at(id)}/desk`, { bearer: organising(id) }),
  preview: (id: string, order: DeskOrder) => asked<DeskDone>(`${at(id)}/desk`, post(id, { order, preview: true })),
  order: (id: string, order: DeskOrder) => asked<DeskDone>(`${at(id)}/desk`, post(id, { order })),
  link: (id: string) => asked<PrivateLink>(`${at(id)}/desk/link`, { bearer: organising(id) }),
  renew: (id: string) => asked<PrivateLink>(`${at(id)}/desk/link`, post(id)),
  share: (id: string) => asked<PrivateLink>(`${at(id)}/share`, post(id)),
  unshare: (id: string) => asked<undefined>(`${at(id)}/share`, { method: "DELETE", bearer: organising(id) }),
};

/** Whether this browser may try: with a word, a key, or as the host at the machine itself. */
export const mayOrganise = (id: string) => organising(id) !== "";
