// What scripts send and are sent, from the server's types: `make wire` writes it, `make check` compares.

export type AnswerCommand = {
  seat?: number | null;
  ask: number;
  agrees: boolean;
  ref?: string | null;
  table: string;
  kind: "answer";
};

/** A seat's answer to a request. */
export type AnswerEntry = {
  number: number;
  at: number;
  kind: "answer";
  seat: number;
  ask: number;
  agrees: boolean;
};

/** The answer to `play`. */
export type AnswerMessage = {
  ok: boolean;
  id: string;
  number?: number | null;
  error?: string | null;
  text?: string | null;
  rule?: string | null;
  paragraph?: string | null;
  near?: string[] | null;
  elements?: string[] | null;
  missed?: (SitEntry | OpenEntry | BeginEntry | PlayEntry | SealedEntry | RestoredEntry | BackEntry | AskEntry | AnswerEntry | TimeOutEntry | LeaveEntry | EndEntry)[] | null;
  kind: "answer";
  table: string;
  ref: string | null;
};

export type AskCommand = {
  seat?: number | null;
  what: "back" | "end";
  entry?: number | null;
  ref?: string | null;
  table: string;
  kind: "ask";
};

/** A seat asked the others to withdraw an entry and all later ones, or to end the game. */
export type AskEntry = {
  number: number;
  at: number;
  kind: "ask";
  seat: number;
  what: "back" | "end";
  entry: number | null;
};

/** The open request, and the seats that agree. */
export type AskView = {
  number: number;
  seat: number;
  what: "back" | "end";
  entry: number | null;
  agreed: number[];
};

/** A seat withdrew these entries. */
export type BackEntry = {
  number: number;
  at: number;
  kind: "back";
  seat: number;
  entries: number[];
};

/** The game began: seats, start, and everything before the first choice were drawn. */
export type BeginEntry = {
  number: number;
  at: number;
  kind: "begin";
  opened: Record<string, string>;
  seats: number[];
  start: string | null;
  given: number | null;
  then: [number, string][];
  draws: number;
};

/** The progress of a bot's choice: in work, queued, or given up with an error. */
export type BotView = {
  seat: number;
  is_thinking: boolean;
  before: number;
  tries: number;
  error: string | null;
};

/** A step to press: a word or a sign, and below it its gains and costs. */
export type Button = {
  id: string;
  word: string;
  sign: string;
  gives: [string, string][];
  costs: boolean;
  note: string;
};

export type CancelCommand = {
  ref?: string | null;
  table: string;
  kind: "cancel";
};

/** The section of a farm's picture that matters: its fields and one cell around them. */
export type Clearing = {
  x: number;
  y: number;
  width: number;
  height: number;
};

/** Somebody is found: I come to the table. */
export type ComeCommand = {
  ref?: string | null;
  kind: "come";
};

/** The answer to all other acts. */
export type DoneMessage = {
  ok: true;
  number: number;
  kind: "done";
  table: string;
  ref: string | null;
};

/** An interactive element of a drawing: `drawing.element.Element`, without empty fields. */
export type ElementView = {
  name?: string;
  label?: string;
  steps?: string[];
  set?: string;
  half?: number;
  after?: string[];
  drag?: string[];
  drop?: string[];
  then?: string;
};

/** The game ended before its rules end it. */
export type EndEntry = {
  number: number;
  at: number;
  kind: "end";
  how: "resigned" | "agreed" | "time" | "left" | "cancelled";
  seat: number | null;
};

/** How a game ended before its rules end it. */
export type EndView = {
  kind: "end";
  how: "resigned" | "agreed" | "time" | "left" | "cancelled";
  seat: number | null;
};

/** A refused message; `id` is that of steps that were not played. */
export type ErrorMessage = {
  ok: false;
  error: string;
  text: string;
  rule?: string | null;
  paragraph?: string | null;
  near?: string[] | null;
  elements?: string[] | null;
  kind: "error";
  ref: string | null;
  table: string | null;
  id?: string | null;
};

/** What a thing in the picture is, in a sentence or two, and the paragraph of the rulebook that says more. */
export type ExplanationView = {
  text?: string;
  rule?: string;
};

/** The proof of a game's chance: the figures that the house has computed, and the texts of the browser's verdict. */
export type FairPage = {
  table: string;
  stage: "open" | "playing" | "over";
  invited: string;
  figures: ProofFigures | null;
  verdicts: Record<string, string>;
  reasons: Record<string, string>;
};

/** The proof of a table's chance: commitments, and the secrets opened so far. */
export type FairView = {
  commitments: string[];
  secrets: (string | null)[];
  places: PlaceView[];
  seats: number[];
};

/** A drawing whose SVG is in the page already, for its script. */
export type FirstDrawing = {
  sets: Record<string, string>;
  attempt: string;
  elements: Record<string, ElementView>;
  facts: Record<string, unknown> | null;
};

/** Tell me how my search for opponents stands, from now on. It goes on as long as this socket is open. */
export type FollowSeekCommand = {
  ref?: string | null;
  kind: "follow_seek";
};

/** Fields or waterways still to be placed. */
export type Hand = {
  sign: string;
  count: number;
};

/** A chat message at a private table. */
export type Heard = {
  number: number;
  at: number;
  person: string;
  is_guest: boolean;
  seat: number | null;
  reaction: "well_played" | "thanks" | "oops" | "moment" | "luck" | "thumb" | null;
  text: string;
};

export type HintCommand = {
  seat?: number | null;
  lang?: "en" | "fr" | "it" | null;
  ref?: string | null;
  table: string;
  kind: "hint";
};

/** The answer to `hint`. */
export type HintMessage = {
  steps: string[];
  words: string[];
  reason: string[];
  number: number;
  kind: "hint";
  table: string;
  ref: string | null;
};

/** The holder of a seat: a bot by its level, a person by name. */
export type HolderView = {
  holds: "person" | "bot";
  name: string;
  is_guest?: boolean;
  version?: number | null;
};

export type Incoming = WatchCommand | UnwatchCommand | PlayCommand | PreviewCommand | TakeBackCommand | AskCommand | AnswerCommand | ResignCommand | CancelCommand | WakeCommand | TalkCommand | ReactCommand | HintCommand | PingCommand | FollowSeekCommand | ComeCommand;

/** Each seat's facts, and the choices of the view's seat. */
export type JungleRumbleFacts = {
  seats: SeatFacts[];
  buttons: Button[];
  hand: Hand | null;
};

/** A seat's person left, and may return. */
export type LeaveEntry = {
  number: number;
  at: number;
  kind: "leave";
  seat: number;
};

/** The learner's progress: the verdict on the steps, the drawing, and all choices in words. */
export type LessonMessage = {
  steps: string[];
  state: "done" | "go on" | "missed" | "refused";
  text: string;
  prompt: string;
  drawing: LiveDrawing;
  refusal: Problem | null;
  choices: [string, string][];
};

/** A lesson, from its beginning. */
export type LessonPage = {
  steps: string[];
  state: "done" | "go on" | "missed" | "refused";
  text: string;
  prompt: string;
  drawing: LiveDrawing;
  refusal: Problem | null;
  choices: [string, string][];
  game: string;
  lesson: string;
  printed: Record<string, ElementView>;
  explained: Record<string, ExplanationView>;
  texts: Record<string, string>;
};

/** A preview of steps; `is_half`: more parts must follow. */
export type LessonPreview = {
  drawing: LiveDrawing;
  is_half: boolean;
};

/** The parts of a drawing that change, for clients that have its background. */
export type LiveDrawing = {
  title: string;
  sets: Record<string, string>;
  attempt: string;
  live: Record<string, Record<string, string>>;
  elements: Record<string, ElementView>;
  facts: Record<string, unknown> | null;
  last: string[];
};

/** The round: when its number changes, the page shows the reveal. */
export type MakabanaFacts = {
  round: number;
};

/** The texts below the trays. */
export type MarabuntaFacts = {
  uses: string[][];
};

/** A person's client opened the bytes that it had committed to. */
export type OpenEntry = {
  number: number;
  at: number;
  kind: "open";
  seat: number;
  opened: string;
};

/** The number of given steps; the log holds them. */
export type OpeningView = {
  ply: number;
};

/** How the rules ended the game, by seat. */
export type OutcomeView = {
  scores: number[];
  places: number[];
  winners: number[];
};

export type Outgoing = TableMessage | AnswerMessage | PreviewMessage | HintMessage | DoneMessage | PongMessage | SeekMessage | ErrorMessage;

/** The people found for one table: each has to come within `left` seconds, or the others look on. */
export type PartyView = {
  seats: number;
  people: number;
  come: number;
  has_come: boolean;
  left: number;
};

/** Are you there? */
export type PingCommand = {
  ref?: string | null;
  kind: "ping";
};

/** A place's share in the draws. */
export type PlaceView = {
  place: number;
  by: "client" | "server" | "bot";
  commitment: string;
  opened: string | null;
};

export type PlayCommand = {
  seat?: number | null;
  seen: number;
  steps: string[];
  id: string;
  ref?: string | null;
  table: string;
  kind: "play";
};

/** A seat's steps, and what followed without a choice. Of secret ones, only whose they are. */
export type PlayEntry = {
  number: number;
  at: number;
  kind: "play";
  seat: number;
  withdrawn: boolean;
  secret?: true | null;
  steps?: string[] | null;
  then?: [number, string][] | null;
  words?: string[] | null;
  told?: ToldStep[] | null;
  thinking?: ThinkingView | null;
};

/** A seat's player as pages show them, in the reader's language. */
export type PlayerView = {
  called: string;
  about: string;
  line: string;
  face: string | null;
};

/** Yes; `at` is the server's time. */
export type PongMessage = {
  kind: "pong";
  ref: string | null;
  at: number;
};

export type PreviewCommand = {
  seat?: number | null;
  steps: string[];
  lang?: "en" | "fr" | "it" | null;
  wants?: ("picture" | "drawing")[];
  ref?: string | null;
  table: string;
  kind: "preview";
};

/** The answer to `preview`. */
export type PreviewMessage = {
  steps: string[];
  is_final: boolean;
  must_confirm: boolean;
  words: string;
  picture?: string | null;
  drawing?: LiveDrawing | null;
  kind: "preview";
  table: string;
  ref: string | null;
};

/** An error: the kind in `error` is for programs, the text is one line for people. */
export type Problem = {
  ok: false;
  error: string;
  text: string;
  rule?: string | null;
  paragraph?: string | null;
  near?: string[] | null;
  elements?: string[] | null;
};

/** A proof's figures, as the browser's own verifier computes them. */
export type ProofFigures = {
  opened: boolean;
  draws: number;
  back: number;
  places: string[];
  seating: string;
  given: number | null;
};

export type ReactCommand = {
  reaction: "well_played" | "thanks" | "oops" | "moment" | "luck" | "thumb";
  ref?: string | null;
  table: string;
  kind: "react";
};

/** Something to hear besides steps: an answer to a request, or why the board went back. */
export type RemarkView = {
  number: number;
  kind: "agreed" | "refused" | "lapsed" | "granted" | "took_back";
  seat: number | null;
  asker: number | null;
  what: "back" | "end" | null;
  many: number;
  words: string[];
};

/** A game step by step. Each frame has the elements that changed since the one before; '' removes one. */
export type ReplayFrames = {
  frames: Record<string, string>[];
  words: string[];
  orders: Record<string, string[]>;
  moments: Record<string, number>;
  facts: (Record<string, unknown> | null)[];
};

export type ResignCommand = {
  seat?: number | null;
  ref?: string | null;
  table: string;
  kind: "resign";
};

/** The server lost its key: a new secret serves the draws. */
export type RestoredEntry = {
  number: number;
  at: number;
  kind: "restored";
  commitment: string;
  lost: number | null;
};

/** The end of a Maka Bana round: the island with all Tikis, and the projects in order. */
export type RevealData = {
  number: number;
  live: Record<string, string>;
  turned: TurnedProject[];
};

/** A finished game. */
export type ReviewPage = {
  table: string;
  game: string;
  stage: "over";
  lang: "en" | "fr" | "it";
  invitation: string | null;
  ply: number;
  last: number;
  own: number[];
  rematch: string | null;
  messages: number;
  number: number;
  explained: Record<string, ExplanationView>;
  texts: Record<string, string>;
};

/** What the viewer may do at a table: with the seat shown, or (`cancel`, `talk`) as a person. */
export type Rights = {
  take_back?: number | null;
  ask_back?: number | null;
  is_granted?: boolean;
  ask_end?: boolean;
  ends_at_once?: boolean;
  leave?: "frees" | "waits" | "bot" | "ends" | null;
  resign?: boolean;
  cancel?: boolean;
  hint?: boolean;
  talk?: boolean;
};

/** A seat's points, in the game's parts. */
export type ScoreView = {
  total: number;
  parts: Record<string, number>;
};

/** A secret choice sealed with a lost key. */
export type SealedEntry = {
  number: number;
  at: number;
  kind: "sealed";
  seat: number;
  withdrawn: boolean;
  secret: true;
};

/** A seat's stock, supper and land. */
export type SeatFacts = {
  seat: number;
  food: number[];
  gold: number[];
  penalties: number[];
  first: string;
  supper: Supper;
  land: Clearing;
};

/** A seat: its holder, what its player is called, whether it is awaited, its clock. */
export type SeatView = {
  seat: number;
  name: string;
  player?: PlayerView | null;
  is_here?: boolean | null;
  holder: HolderView | null;
  is_waited_for: boolean;
  waited: number | null;
  left: number | null;
  forgiven: number | null;
  runs_in: number | null;
  warnings: number[];
  is_late: boolean;
  is_away: boolean;
  is_quick: boolean;
};

/** The answer to `follow_seek` and `come`; again whenever something changes. */
export type SeekMessage = {
  stage: "none" | "waiting" | "found" | "seated";
  game: string | null;
  offer: string | null;
  rated: "no" | "either" | "yes" | null;
  is_meanwhile: boolean;
  waited: number;
  others: number;
  party: PartyView | null;
  table: string | null;
  kind: "seek";
  ref: string | null;
};

/** A series of games between the same people: which game of it a table is, and the points before that game. */
export type SeriesScore = {
  best_of: number;
  game: number;
  points: number[];
};

/** What has happened since the viewer's own last move. */
export type SinceView = {
  number: number;
  entries: number[];
};

/** A seat has a new holder, or none. */
export type SitEntry = {
  number: number;
  at: number;
  kind: "sit";
  seat: number;
  holder: HolderView | null;
  commitment: string | null;
};

/** How a supper would end now, or after the previewed step. */
export type Supper = {
  needs: number;
  farm: number;
  stock: number;
  short: number;
  price: number;
  left: number;
  words: string;
};

/** News of a watched table. */
export type TableMessage = {
  waited_for?: number[] | null;
  legal?: string[] | null;
  parts?: Record<string, string[] | Record<string, string[] | Record<string, string[]>>> | null;
  take_back?: number | null;
  scores?: ScoreView[] | null;
  view?: Record<string, unknown> | null;
  outcome?: OutcomeView | null;
  words?: string | null;
  told?: Record<string, string> | null;
  picture?: string | null;
  elements?: Record<string, string[]> | null;
  drawing?: LiveDrawing | null;
  prompt?: string | null;
  rule_now?: string | null;
  table: string;
  number: number;
  terms: TermsView;
  stage: "open" | "playing" | "over";
  rated: boolean;
  seat: number | null;
  own: number[];
  seats: SeatView[];
  ply: number;
  entries: (SitEntry | OpenEntry | BeginEntry | PlayEntry | SealedEntry | RestoredEntry | BackEntry | AskEntry | AnswerEntry | TimeOutEntry | LeaveEntry | EndEntry)[];
  ask: AskView | null;
  remarks: RemarkView[];
  since: SinceView | null;
  fair: FairView;
  end: EndView | null;
  bots: BotView[];
  is_compiling: boolean;
  compiled: number;
  messages: number;
  rematch: string | null;
  can: Rights;
  kind: "table";
  ref: string | null;
};

/** A table, open or being played. */
export type TablePage = {
  table: string;
  game: string;
  stage: "open" | "playing" | "over";
  lang: "en" | "fr" | "it";
  invitation: string | null;
  seat: number | null;
  own: number[];
  number: number;
  messages: number;
  is_public: boolean;
  is_asked: boolean;
  has_secrets: boolean;
  is_first_game: boolean;
  news: TableView;
  drawing: FirstDrawing | null;
  printed: Record<string, ElementView>;
  explained: Record<string, ExplanationView>;
  texts: Record<string, string>;
};

/** A table as a viewer sees it now, with the entries that are new to them or have changed. */
export type TableView = {
  waited_for?: number[] | null;
  legal?: string[] | null;
  parts?: Record<string, string[] | Record<string, string[] | Record<string, string[]>>> | null;
  take_back?: number | null;
  scores?: ScoreView[] | null;
  view?: Record<string, unknown> | null;
  outcome?: OutcomeView | null;
  words?: string | null;
  told?: Record<string, string> | null;
  picture?: string | null;
  elements?: Record<string, string[]> | null;
  drawing?: LiveDrawing | null;
  prompt?: string | null;
  rule_now?: string | null;
  table: string;
  number: number;
  terms: TermsView;
  stage: "open" | "playing" | "over";
  rated: boolean;
  seat: number | null;
  own: number[];
  seats: SeatView[];
  ply: number;
  entries: (SitEntry | OpenEntry | BeginEntry | PlayEntry | SealedEntry | RestoredEntry | BackEntry | AskEntry | AnswerEntry | TimeOutEntry | LeaveEntry | EndEntry)[];
  ask: AskView | null;
  remarks: RemarkView[];
  since: SinceView | null;
  fair: FairView;
  end: EndView | null;
  bots: BotView[];
  is_compiling: boolean;
  compiled: number;
  messages: number;
  rematch: string | null;
  can: Rights;
};

export type TakeBackCommand = {
  seat?: number | null;
  ref?: string | null;
  table: string;
  kind: "take_back";
};

export type TalkCommand = {
  /** 1 to 300 letters. */
  text: string;
  ref?: string | null;
  table: string;
  kind: "talk";
};

/** The terms of a table as they are sent; of an opening only its length. */
export type TermsView = {
  game: "mabula" | "marabunta" | "makabana" | "junglerumble";
  players: number;
  options?: Record<string, string>;
  board?: string | null;
  clock?: "none" | "live" | "slow";
  bank?: number;
  increment?: number;
  days?: number;
  absence?: "wait" | "end" | "bot";
  seating?: "drawn" | "chosen";
  rated?: boolean;
  private?: boolean;
  messages?: boolean;
  rules: number;
  opening: OpeningView | null;
  series?: SeriesScore | null;
  header: Record<string, string>;
};

/** How a bot chose its move: enough to reproduce it. */
export type ThinkingView = {
  bot: string;
  version: number;
  simulations: number | null;
  seconds: number | null;
  seed: number;
};

/** A seat's time ran out. */
export type TimeOutEntry = {
  number: number;
  at: number;
  kind: "time-out";
  seat: number;
};

/** A step in words, sentence by sentence: what was done, then what came of it. `seat` 0: the table drew. */
export type ToldStep = {
  seat: number;
  words: string[];
};

/** A Maka Bana project, revealed. */
export type TurnedProject = {
  seat: number;
  name: string;
  cards: string[];
  is_done: boolean;
  words: string;
  live: Record<string, string>;
};

/** Send me no more of a table. */
export type UnwatchCommand = {
  ref?: string | null;
  table: string;
  kind: "unwatch";
};

/** The number of tables that wait for the reader, the next one, and a line about it. */
export type WaitingAnswer = {
  count: number;
  table: string | null;
  text: string;
};

export type WakeCommand = {
  ref?: string | null;
  table: string;
  kind: "wake";
};

/** Send me a table from now on; `after` is the last entry that I know. Sent again, it changes what I want. */
export type WatchCommand = {
  ref?: string | null;
  table: string;
  kind: "watch";
  after?: number;
  wants?: ("json" | "picture" | "words" | "elements" | "drawing" | "told" | "faces")[];
  lang?: "en" | "fr" | "it" | null;
  seat?: number | null;
  invitation?: string | null;
};
