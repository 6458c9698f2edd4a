// What a reader may do in an event: the big button, resting, leaving, challenges, and the way to join it.

import {html, nothing} from "lit-html";
import {confirmed} from "../app/dialogs.js";
import {icon} from "../app/icons.js";
import {fetchFile, saveFile} from "../network/files.js";
import {copyField, home} from "../panels/links.js";
import {day, t} from "../words/index.js";
import {entrantName} from "./texts.js";

/** @import {ChallengeView, ExplanationView, StandingRow, TournamentView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {Deed, LiveTournament} from "./live.js" */

/** Forms of the file of an event. */
const FORMS = /** @type {const} */ (["json", "pgn", "trf", "csv", "html"]);

/** Carry out an action, and say so or why not. @param {App} app @param {LiveTournament} live @param {Deed} deed @param {string} [done] */
export const act = (app, live, deed, done) =>
  live.act(deed).then(() => void (done && app.toast({text: done, kind: "good"})), app.refused);

/** Return whether an event is over. @param {TournamentView} view */
export const isOver = ({state}) => state === "finished" || state === "cancelled";

/** Return the one thing that is to be done next; nothing where the reader waits. @param {App} app @param {LiveTournament} live @param {TournamentView} view */
export function bigButton(app, live, view) {
  const {own, terms} = view;
  if (own?.code) return html`<a class="button primary big" href="/${own.code}">${icon("play")}${t("event.toGame")}</a>`;
  if (isOver(view)) return nothing;
  const big = (/** @type {Deed} */ deed, /** @type {string} */ label, /** @type {string} */ done) =>
    html`<button class="button primary big" @click=${() => void act(app, live, deed, done)}>${label}</button>`;
  if (!own) return terms.kinds.includes("person") ? big({kind: "enter"}, t("event.join"), t("event.enteredToast")) : nothing;
  const {state} = own.row;
  if (state === "left") return big({kind: "enter"}, t("event.rejoin"), t("event.enteredToast"));
  return state === "resting" || state === "away" ? big({kind: "ready"}, t("event.ready"), "") : nothing;
}

/** Return the smaller buttons of an entrant: to rest, and to leave. @param {App} app @param {LiveTournament} live @param {TournamentView} view */
export function entrantButtons(app, live, view) {
  const {own} = view;
  if (!own || isOver(view) || own.row.state === "left" || own.row.state === "out") return nothing;
  const rests = own.row.state === "resting" || own.row.state === "away";
  return html`${rests || !own.approved ? nothing : html`<button class="button small" @click=${() => void act(app, live, {kind: "rest"})}>${icon("pause")}${t("event.rest")}</button>`}
    <button class="button small" @click=${() => confirmed(app, t("event.leaveSure"), t("event.leave"), () => void act(app, live, {kind: "leave"}, t("event.leftToast")))}>${t("event.leave")}</button>`;
}

/** Return the open challenges of a ladder, those to and of the reader with their answers.
 * @param {App} app @param {LiveTournament} live @param {TournamentView} view */
export function challenges(app, live, {challenges: all, own}) {
  if (!all.length) return nothing;
  const me = own?.row.entrant.number;
  return html`<section class="panel" aria-label=${t("event.challenges")}>
    <div class="section-head card-head"><h2>${t("event.challenges")} <span class="badge number">${all.length}</span></h2></div>
    <div class="rows">${all.map((each) => challengeRow(app, live, each, me))}</div>
  </section>`;
}

/** @param {App} app @param {LiveTournament} live @param {ChallengeView} each @param {number | undefined} me */
function challengeRow(app, live, {challenge, challenger, challenged, accepted, until}, me) {
  const [incoming, outgoing] = [challenged.number === me, challenger.number === me];
  const [first, second] = [entrantName(challenger), entrantName(challenged)];
  const text = incoming ? t("event.challengedBy", {name: first}) : outgoing ? t("event.youChallenge", {name: second}) : t("event.versus", {first, second});
  const answer = (/** @type {boolean} */ accept) => () => void act(app, live, {kind: "answer", challenge, accept});
  return html`<div class="match-row"><span class="what"><b>${text}</b>
      <small class="muted">${accepted ? t("event.acceptedChallenge") : until ? t("event.until", {when: day(until)}) : ""}</small></span>
    ${incoming && !accepted
      ? html`<button class="button primary small" @click=${answer(true)}>${t("match.accept")}</button><button class="button small" @click=${answer(false)}>${t("match.decline")}</button>`
      : outgoing && !accepted ? html`<button class="button small" @click=${answer(false)}>${t("event.withdraw")}</button>` : nothing}
  </div>`;
}

/** Return whether the reader may challenge an entrant of a ladder: one above the own place, not too far, not yet challenged.
 * The server decides; this leaves out buttons that it would refuse. @param {TournamentView} view @param {StandingRow} row */
export function challengeable({terms, own, state, challenges: all}, {rank, entrant, state: doing}) {
  if (terms.format !== "ladder" || state !== "running" || !own || doing === "left") return false;
  const {row} = own;
  const asked = all.some(({challenger, challenged}) => challenger.number === row.entrant.number && challenged.number === entrant.number);
  return rank < row.rank && row.rank - rank <= (terms.reach ?? 10) && !asked;
}

/** Show why an entrant is at its place. @param {App} app @param {LiveTournament} live @param {string} entrant */
export async function explain(app, live, entrant) {
  try {
    /** @type {ExplanationView} */
    const {lines} = await live.ask({kind: "why", entrant});
    const title = t("event.whyOf", {name: entrant});
    app.dialog((close) => html`<h2>${title}</h2><div class="prose">${lines.map((line) => html`<p>${line}</p>`)}</div>
      <div class="dialog-actions"><button class="button primary" autofocus @click=${close}>${t("dialog.close")}</button></div>`, title);
  } catch (error) {
    app.refused(error);
  }
}

/** Return the address by which others join. @param {TournamentView} view @param {string | null} [key] */
export const joinLink = ({code}, key = null) => `${home}/t/${code}${key ? `#key=${key}` : ""}`;

/** Save an event as a file. @param {App} app @param {LiveTournament} live @param {typeof FORMS[number]} form */
const save = (app, live, form) =>
  fetchFile((since) => live.ask({kind: "export", form, since})).then(({text}) => saveFile(`${live.state?.view.code}.${form}`, new Blob([text])), app.refused);

/** Show the link, the code and the QR code of an event, and its files.
 * @param {App} app @param {LiveTournament} live @param {TournamentView} view @param {string | null} key */
export function share(app, live, view, key) {
  const link = joinLink(view, key);
  app.dialog((close) => html`<h2>${t("event.share")}</h2>
    <div class="event-share">
      ${key ? nothing : html`<img class="qr" src="/t/${view.code}/qr.svg" alt=${t("share.qr")} width="220" height="220" />`}
      <p class="big-code number">${view.code}</p>
      ${copyField(app, t("share.link"), link)}
      ${"share" in navigator ? html`<button class="button" @click=${() => navigator.share({url: link, title: view.name}).catch(() => {})}>${icon("share")}${t("share.send")}</button>` : nothing}
    </div>
    <div class="cluster"><b>${t("event.save")}</b>${FORMS.map((form) => html`<button class="button small" @click=${() => void save(app, live, form)}>${icon("download")}${form.toUpperCase()}</button>`)}</div>
    <div class="dialog-actions"><button class="button" @click=${close}>${t("dialog.close")}</button></div>`, t("event.share"));
}
