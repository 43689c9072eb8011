// What the host's API takes and gives. Made by `make schema` from its routes; do not change it by hand.

import type { Side, Stage, VerifiedTree } from "../../events.ts";

/** What one has said oneself so far, from -2 to 2; null where nothing. */
export interface BallotView {
  readonly before: number | null;
  readonly after: number | null;
  readonly marks: readonly SpeechMarks[];
  readonly verdict: JudgeVerdict | null;
}

/** What an inquiry may come to at most; nothing said is as much as the server allows. */
export interface Budget {
  readonly calls?: number | null;
  readonly cost?: number | null;
}

/** What was changed in a debate that is judged once more, and what came of it; nothing where it was not tried. */
export interface Change {
  readonly name: string;
  readonly told: string;
  readonly result: Result | null;
  readonly held: boolean;
}

/**
 * What an AI debater can be made of.
 *
 * `any_motion`: the methods that debate motions for which nothing is prepared, which takes a language model.
 * `method_of_pro`, `method_of_con`: the method of who nobody says otherwise of.
 */
export interface ChoicesView {
  readonly methods: readonly string[];
  readonly any_motion: readonly string[];
  readonly method_of_pro: string;
  readonly method_of_con: string;
  readonly models: readonly ModelsView[];
  readonly parts: readonly PartView[];
}

/** Advice for a side. `criterion`: by what to ask to be judged. */
export interface CoachView {
  readonly side: Side;
  readonly criterion: string;
  readonly claims: readonly CoachedClaim[];
}

/** What the other side will likely say to a claim, and what to say to that; empty where nothing is prepared. */
export interface CoachedAnswer {
  readonly they_say: string;
  readonly you_say: string;
}

/** A claim of one's own. */
export interface CoachedClaim {
  readonly claim: string;
  readonly because: string;
  readonly impact: string;
  readonly answers: readonly CoachedAnswer[];
}

/** One vote, counted; untold while it is open. `steps`: how many on each, from strongly con to strongly pro. */
export interface Counted {
  readonly votes: number | null;
  readonly steps: readonly number[] | null;
  readonly mean: number | null;
}

/** All of them. */
export interface FormatList {
  readonly formats: readonly FormatView[];
}

/** A format: how many turns, and how many seconds of speech in all; `preparation_seconds`: each side's pool. */
export interface FormatView {
  readonly name: string;
  readonly description: string;
  readonly turns: number;
  readonly seconds: number;
  readonly gap_seconds: number;
  readonly preparation_seconds: number;
  readonly warnings_seconds: readonly number[];
  readonly timeline: readonly PlannedTurn[];
}

/**
 * A sentence that was read aloud, as an embedded recogniser heard it.
 *
 * `understood`: the share of its words; `level`: of the voice, in dBFS; `faults`: what is wrong with the sound, the
 * worst first, such as `too_quiet`.
 */
export interface HeardView {
  readonly recogniser: string;
  readonly heard: string;
  readonly understood: number;
  readonly level: number;
  readonly faults: readonly string[];
}

/** What is asked. */
export type InquiryKind = "verify" | "compare";

/**
 * What may be asked for here. `ready`: whether a model is set; `message`: what to do where none is. `calls` and
 * `cost`: the most of one inquiry; `endings`: of files that are read.
 */
export interface InquiryLimits {
  readonly ready: boolean;
  readonly message: string;
  readonly calls: number;
  readonly cost: number | null;
  readonly priced: boolean;
  readonly documents: number;
  readonly megabytes: number;
  readonly endings: readonly string[];
}

/** Inquiries, the newest first. `before`: asks for those that come after, empty where there are no more. */
export interface InquiryList {
  readonly inquiries: readonly InquiryView[];
  readonly before: string;
}

/**
 * How far it is. `answered` of `expected` questions to models; of all its runs together: `calls`, `tokens`, `cost`
 * where prices are known, `seconds`. `left`: seconds, null where unknown.
 */
export interface InquiryProgress {
  readonly answered: number;
  readonly expected: number;
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
  readonly seconds: number;
  readonly left: number | null;
}

/** How it stands. `stopped`: by the host or a budget; it can go on. */
export type InquiryState = "running" | "done" | "stopped" | "failed";

/**
 * An inquiry. Whoever knows its `id` may read it, so its address is the link to share.
 *
 * `title`: the claim, or the names of the documents; `version`: grows with its document, 0 while there is none;
 * `calls` and `cost`: its budget; `priced`: whether this server's models have prices; `reason`: why it is not done.
 */
export interface InquiryView {
  readonly id: string;
  readonly kind: InquiryKind;
  readonly title: string;
  readonly focus: string;
  readonly documents: readonly string[];
  readonly created: string;
  readonly state: InquiryState;
  readonly reason: string;
  readonly version: number;
  readonly progress: InquiryProgress;
  readonly calls: number;
  readonly cost: number | null;
  readonly priced: boolean;
}

/** All of one match. */
export interface InvitationList {
  readonly invitations: readonly InvitationView[];
}

/** What one is about to enter. `match` and `format` are told to those whom it lets in, or would have. */
export interface InvitationLook {
  readonly role: InvitationRole;
  readonly name: string;
  readonly state: InvitationState;
  readonly expires: string;
  readonly match: MatchView | null;
  readonly format: FormatView | null;
}

/**
 * A new one.
 *
 * `invitation` and `code`, which may be used in its place and read out, are shown only here; `link` holds the code
 * where it is never sent to a server by itself.
 */
export interface InvitationMade {
  readonly id: string;
  readonly match: string;
  readonly role: InvitationRole;
  readonly name: string;
  readonly expires: string;
  readonly revoked: boolean;
  readonly used: boolean;
  readonly invitation: string;
  readonly code: string;
  readonly link: string;
}

/** An invitation that is asked for; good for `hours`. */
export interface InvitationOrder {
  readonly role: InvitationRole;
  readonly name?: string;
  readonly hours?: number;
}

/** What an invitation is for. */
export type InvitationRole = "pro" | "con" | "spectator" | "judge";

/** Whether it lets in whoever looks at it. */
export type InvitationState = "open" | "yours" | "taken" | "expired" | "revoked" | "over";

/** An invitation; `used`: somebody has come with it. */
export interface InvitationView {
  readonly id: string;
  readonly match: string;
  readonly role: InvitationRole;
  readonly name: string;
  readonly expires: string;
  readonly revoked: boolean;
  readonly used: boolean;
}

/** With an invitation, or its code. `secret`: as its first use gave it; only with it the same lets in again. */
export interface JoinOrder {
  readonly invitation: string;
  readonly secret?: string;
  readonly name?: string;
}

/** The way into the room, and the secret that proves later who this is: for the commands of a seat too. */
export interface JoinView {
  readonly livekit_url: string;
  readonly token: string;
  readonly secret: string;
  readonly role: InvitationRole;
  readonly match: MatchView;
}

/** Of one judge. `side`: who debated better; null for neither. */
export interface JudgeVerdict {
  readonly side: Side | null;
  readonly reasons: string;
}

/** A point as one debater understood it: in its own words, second `at` of its speech, how it stands, and on what. */
export interface LedgerPoint {
  readonly observer: Side;
  readonly side: Side;
  readonly turn: number;
  readonly at: number | null;
  readonly words: string;
  readonly status: string;
  readonly told: string;
  readonly sources: readonly string[];
}

/** The way into the room for somebody who was not invited: to listen, seen by nobody. */
export interface ListenView {
  readonly livekit_url: string;
  readonly token: string;
}

/** An invitation, or its code, that is looked at and left as it is; `secret` tells whether it is one's own. */
export interface LookOrder {
  readonly invitation: string;
  readonly secret?: string;
}

/** A speech as the judges marked it, on average. */
export interface MarkedSpeech {
  readonly turn: number;
  readonly judges: number;
  readonly content: number;
  readonly answers: number;
  readonly structure: number;
  readonly delivery: number;
}

/**
 * Of one speech, from 1 (poor) to 5 (excellent).
 *
 * `content`: are the arguments good and supported; `answers`: does it meet what the other side said; `structure`: is
 * it easy to follow; `delivery`: is it well spoken.
 */
export interface Marks {
  readonly content: number;
  readonly answers: number;
  readonly structure: number;
  readonly delivery: number;
}

/** What may be changed of a match at any time. `title`: what it is called besides its motion; empty for nothing. */
export interface MatchEdit {
  readonly title: string;
}

/** Matches, the newest first. `before`: what to ask for to get the next older ones; empty when there are none. */
export interface MatchList {
  readonly matches: readonly MatchView[];
  readonly before: string;
}

/** A new match, with an invitation for each seat that a person is to take. */
export interface MatchMade {
  readonly match: MatchView;
  readonly invitations: readonly InvitationMade[];
}

/**
 * A match that is asked for. `motion`: its id or its words in the library; `format`: by its name.
 *
 * `grace_seconds`: how long somebody may be gone before the match ends. `pauses`: that each side may ask for.
 * `spectators`: whether anybody may follow the match; `judges`: how many may be invited. `broadcast`: plans and drafts
 * are shown while they are made, which is only for matches without a person. `coach`: whether people who debate may
 * ask for ideas from the trees of the motion before the first speech.
 */
export interface MatchOrder {
  readonly motion: string;
  readonly format?: string;
  readonly seats: Seats;
  readonly preparation_seconds?: number;
  readonly grace_seconds?: number;
  readonly pauses?: number;
  readonly spectators?: boolean;
  readonly judges?: number;
  readonly broadcast?: boolean;
  readonly coach?: boolean;
}

/** Where a match stands, for those who look at it from outside. */
export type MatchState = "waiting" | "running" | "paused" | "ended" | "failed";

/**
 * A match.
 *
 * `code`: what can be read out in place of its id, for /w/CODE. `title`: what it is called besides its motion, such as
 * the round of an evening. `reason`: why it has ended, failed or stands. `events`: how many the log holds.
 */
export interface MatchView {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly state: MatchState;
  readonly motion: string;
  readonly format: string;
  readonly seats: SeatsView;
  readonly created: string;
  readonly reason: string;
  readonly turn: TurnView | null;
  readonly turns: number;
  readonly events: number;
  readonly preparation_seconds: number;
  readonly grace_seconds: number;
  readonly pauses: number;
  readonly spectators: boolean;
  readonly judges: number;
  readonly broadcast: boolean;
  readonly coach: boolean;
  readonly votes: Tally;
}

/**
 * A judge's vote, as it stands after all `changes`; `runs`: what each run came to before them. `probed`: the share
 * of `probes` that was passed, in words, with its 95 % interval. `settings`: of the model.
 */
export interface ModelBallot {
  readonly by: string;
  readonly settings: string;
  readonly result: Result;
  readonly runs: readonly Result[];
  readonly scores: readonly Scores[];
  readonly reasons: readonly QuotedReason[];
  readonly changes: readonly Change[];
  readonly probes: readonly Probe[];
  readonly probed: string;
}

/** Of language models that have heard the match; `by`: their names, none where points were counted only. */
export interface ModelVerdict {
  readonly by: string;
  readonly at: string;
  readonly verdict: JudgeVerdict;
  readonly speeches: readonly SpeechReasons[];
  readonly judged: PanelVerdict | null;
  readonly ledger: readonly LedgerPoint[];
}

/** A set of language models by its name in the settings, empty for the server's own. `model`: its main one. */
export interface ModelsView {
  readonly name: string;
  readonly model: string;
}

/** All of them. */
export interface MotionList {
  readonly motions: readonly MotionView[];
}

/** A motion that can be debated; `type`: policy, value or fact. */
export interface MotionView {
  readonly id: string;
  readonly motion: string;
  readonly domain: string;
  readonly type: string;
}

/** Of those who voted both times: how many came to a side, or nearer to it. */
export interface Moved {
  readonly pro: number;
  readonly con: number;
  readonly stayed: number;
}

/** What it came to. */
export type Outcome = "won" | "tie" | "no verdict";

/**
 * What a panel came to. `parties`: what sides or teams are called. `rubric`: a hash of all that judges are told.
 * `sources`: claims that were looked into, of which judges were told what came of them.
 */
export interface PanelVerdict {
  readonly result: Result;
  readonly parties: { readonly [key: string]: string };
  readonly ballots: readonly ModelBallot[];
  readonly rubric: string;
  readonly agreement: string;
  readonly usage: Usage;
  readonly sources: readonly VerifiedSource[];
}

/** A part of every AI debater: what was configured for it, or the one that is always there. */
export interface PartView {
  readonly part: string;
  readonly name: string;
  readonly configured: boolean;
}

/** A turn of a format. `questions`: whether points of information may be offered in it, and from when to when. */
export interface PlannedTurn {
  readonly side: Side;
  readonly name: string;
  readonly seconds: number;
  readonly cross_examination: boolean;
  readonly questions: readonly [number, number] | null;
}

/** Which vote. */
export type Poll = "before" | "after";

/** A debate with a known answer. `came`: to what, each time it was judged. */
export interface Probe {
  readonly name: string;
  readonly told: string;
  readonly passed: boolean;
  readonly came: readonly string[];
}

/** A reason and the words of the speech (`turn` from 0) that it stands on, as they were said. */
export interface QuotedReason {
  readonly reason: string;
  readonly turn: number;
  readonly quote: string;
}

/** Whether a match could be held now. `workers`: of this machine; null where they run elsewhere only. */
export interface Ready {
  readonly ready: boolean;
  readonly livekit: boolean;
  readonly workers: number | null;
  readonly message: string;
}

/** A recording that was uploaded: so many seconds in each speech, in the order in which they are held. */
export interface RecordingView {
  readonly id: string;
  readonly speeches: readonly number[];
}

/**
 * `winner`: `pro`, `con` or a team such as `OG`; empty unless somebody won. `ranking`: of teams, the best first.
 * `why`: what kept it from being a verdict.
 */
export interface Result {
  readonly outcome: Outcome;
  readonly winner: string;
  readonly ranking: readonly string[];
  readonly why: string;
}

/** A file of a match. `bytes`: None for one that is made when it is asked for; `turn`: from 0, of a turn's sound. */
export interface ResultFile {
  readonly name: string;
  readonly what: ResultKind;
  readonly bytes: number | null;
  readonly turn: number | null;
}

/** What a file of a match is. `turn`: the sound of one turn; `sound_table`: where its seconds are in `sound`. */
export type ResultKind =
  | "report"
  | "log"
  | "transcript"
  | "captions"
  | "flow"
  | "sound"
  | "sound_table"
  | "turn"
  | "whole";

/** All files of a match that is over, each at /api/matches/{id}/{name}. */
export interface Results {
  readonly files: readonly ResultFile[];
}

/** Of each side or team in a dimension, from 0 to 3: over all runs, and nothing else than what the runs decided. */
export interface Scores {
  readonly dimension: string;
  readonly points: { readonly [key: string]: number };
}

/** What who sits on a side may ask for. */
export type SeatCommand = "yield" | "pause" | "resume" | "offer" | "accept" | "refuse" | "finish" | "prepare" | "ready";

/** Who sits on a side. */
export type SeatKind = "ai" | "person" | "recording";

/**
 * Who is to sit on a side.
 *
 * `models`: a name under `serving` in the server's settings; the server's own where it is empty, like `voice` and
 * `method`; `without`: the parts of the method that it does not use. `name`: what a person is called. `recording`: the
 * id of one that was uploaded.
 */
export interface SeatOrder {
  readonly kind: SeatKind;
  readonly method?: string;
  readonly models?: string;
  readonly voice?: string;
  readonly without?: readonly string[];
  readonly name?: string;
  readonly recording?: string;
}

/** One side, as everybody may know it. */
export interface SeatView {
  readonly kind: SeatKind;
  readonly name: string;
  readonly method: string;
}

/** Both sides. */
export interface Seats {
  readonly pro: SeatOrder;
  readonly con: SeatOrder;
}

/** Both sides. */
export interface SeatsView {
  readonly pro: SeatView;
  readonly con: SeatView;
}

/** What to read aloud; `quiet_seconds`: to be silent for before. */
export interface SentenceView {
  readonly sentence: string;
  readonly quiet_seconds: number;
}

/** A judge's marks for the speech of a turn. */
export interface SpeechMarks {
  readonly turn: number;
  readonly marks: Marks;
}

/** What a model says of the speech of a turn. */
export interface SpeechReasons {
  readonly turn: number;
  readonly reasons: string;
}

/** What a person changes in a comparison: a subtopic added under a node, a node dropped, one more question asked. */
export interface SteerOrder {
  readonly what: "add" | "drop" | "ask";
  readonly node: string;
  readonly text?: string;
  readonly tree?: string;
}

/** What a listener is asked to do. */
export type StepKind = "vote" | "speech" | "claim" | "battlefield" | "version" | "compare";

/** An answer to the step that is asked now: its debate by number and its id, and what the step asks for. */
export interface StudyAnswer {
  readonly vote?: number | null;
  readonly rating?: number | null;
  readonly better?: number | null;
  readonly choice?: number | null;
  readonly words?: string | null;
  readonly comment?: string;
  readonly heard?: number | null;
  readonly read?: boolean;
  readonly item: number;
  readonly step: string;
}

/** A speech to hear. `sound`: its address; null where there is only text. */
export interface StudySpeech {
  readonly side: Side;
  readonly stage: string;
  readonly text: string;
  readonly sound: string | null;
}

/** How far a listener is. `consent`: nothing has been kept yet. */
export type StudyState = "consent" | "open" | "done";

/** What is asked now. `rated`: from 1 to 5, with a vote; `question` and `choices`: of an attention check. */
export interface StudyStep {
  readonly id: string;
  readonly kind: StepKind;
  readonly speeches: readonly StudySpeech[];
  readonly rated: boolean;
  readonly question: string;
  readonly choices: readonly string[];
}

/**
 * Where a listener stands.
 *
 * `item`: the number of the debate, from 1, of `items`; `done` of `steps` are answered; `sound`: whether there is any.
 */
export interface StudyView {
  readonly title: string;
  readonly state: StudyState;
  readonly consent: string;
  readonly sound: boolean;
  readonly items: number;
  readonly item: number;
  readonly steps: number;
  readonly done: number;
  readonly motion: string;
  readonly step: StudyStep | null;
}

/**
 * The votes of a match. `closes`: when the open one ends by itself. `shift`: of the mean, in steps; pro is above 0.
 *
 * Nobody sees how others vote, or how many, while they can. `verdicts`: how many judges gave one that may be told.
 */
export interface Tally {
  readonly open: Poll | null;
  readonly closes: string | null;
  readonly before: Counted;
  readonly after: Counted;
  readonly shift: number | null;
  readonly moved: Moved | null;
  readonly speeches: readonly MarkedSpeech[];
  readonly verdicts: number;
}

/** The turn that is on; `elapsed` by its own clock when this was told. */
export interface TurnView {
  readonly index: number;
  readonly side: Side;
  readonly stage: Stage;
  readonly seconds: number;
  readonly elapsed: number;
}

/** The host answers. `matches`: that it holds. */
export interface Up {
  readonly up: boolean;
  readonly matches: number;
}

/** What this run of the program took; `remembered`: answers that were there already. No `cost` without prices. */
export interface Usage {
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly cost: number | null;
  readonly remembered: number;
}

/** All of a match, as far as they may be told: of people without their names. */
export interface Verdicts {
  readonly people: readonly JudgeVerdict[];
  readonly model: ModelVerdict | null;
}

/** A claim of the speech of a turn (from 0) that was looked into for the judges, and its tree of debates. */
export interface VerifiedSource {
  readonly turn: number;
  readonly quote: string;
  readonly tree: VerifiedTree;
}

/** A claim or a question to verify. `depth`: levels below it, at most. */
export interface VerifyOrder {
  readonly calls?: number | null;
  readonly cost?: number | null;
  readonly claim: string;
  readonly depth?: number;
}

/** Those that a match may ask for. */
export interface VoiceList {
  readonly voices: readonly VoiceView[];
}

/** A voice. `default_for`: the sides that it speaks for where none is asked for; `embedded`: of this machine. */
export interface VoiceView {
  readonly name: string;
  readonly language: string;
  readonly words_per_minute: number | null;
  readonly default_for: readonly Side[];
  readonly usable: boolean;
  readonly reason: string;
  readonly embedded: boolean;
}

/** A vote, from -2 (strongly against the motion) to 2 (strongly for it), in place of an earlier one in this poll. */
export interface VoteOrder {
  readonly poll: Poll;
  readonly step: number;
}
