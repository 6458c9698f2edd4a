// The lists of moderators: players, connections, matches, sanctions, engines and the audit, with the actions on each row.

import {html, nothing} from "lit-html";
import {gameTitle, versus} from "../app/format.js";
import {playerLink} from "../panels/links.js";
import {count, day, t} from "../words/index.js";

/** @import {ConnectionView, DeedView, EnginePlace, Engines, Identity, MatchRow, PlayerView, SanctionView} from "kibitz-protocol" */
/** @import {App} from "../app/context.js" */
/** @import {Moderation} from "./moderation.js" */

/** @typedef {{app: App, moderation: Moderation, admin: boolean}} Context */

/** @param {Identity} player */
const kind = ({account, role}) => html`<span class="badge ${account && role !== "player" ? "hot" : ""}">${t(`account.kind.${account ? role : "guest"}`)}</span>`;

/** @param {string} label @param {string} name @param {() => void} run @param {boolean} [danger] */
const button = (label, name, run, danger = false) =>
  html`<button class="button small ${danger ? "danger" : ""}" aria-label="${label}: ${name}" @click=${run}>${label}</button>`;

/** @param {unknown} title @param {unknown} about @param {unknown} actions */
const row = (title, about, actions) => html`<div class="match-row person">
  <span class="what"><b>${title}</b><span class="muted">${about}</span></span>
  <span class="tab-actions">${actions}</span>
</div>`;

/** @param {Context} context @param {PlayerView} view */
function playerRow({app, moderation, admin}, {player, connections, playing, muted}) {
  const own = player.id === app.me()?.id;
  return row(
    html`<a href=${playerLink(player.name)}>${player.name}</a> ${kind(player)} ${muted ? html`<span class="badge">${t("admin.muted")}</span>` : nothing}`,
    html`${t("admin.connected", {count: connections})} · ${t("admin.playing", {count: playing})} · <span class="mono">${player.id}</span>`,
    own
      ? html`<span class="badge hot">${t("match.you")}</span>`
      : html`${muted
            ? button(t("people.unmute"), player.name, () => moderation.unmute(player.id, player.name))
            : button(t("people.mute"), player.name, () => moderation.mute(player))}
          ${admin ? button(t("admin.ban"), player.name, () => moderation.ban({player}), true) : nothing}
          ${admin && player.account && player.role !== "bot" ? button(t("admin.role"), player.name, () => moderation.role(player)) : nothing}`,
  );
}

/** @param {Context} context @param {ConnectionView} view */
const connectionRow = ({moderation, admin}, {player, address, client, since, following}) =>
  row(
    html`${player.name} ${kind(player)}`,
    html`${client || t("account.unnamed")} · ${t("account.since", {day: day(since)})} · ${t("admin.following", {count: following})}${address ? html` · <span class="mono">${address}</span>` : nothing}`,
    admin && address ? button(t("admin.banAddress"), address, () => moderation.ban({address}), true) : nothing,
  );

/** @param {Context} context @param {MatchRow} view */
const matchRow = ({app, moderation}, view) =>
  row(
    html`${gameTitle(app.lobby.game(view.game), view.game)} <a href="/${view.code}">${view.code}</a> ${view.visibility === "public" ? nothing : html`<span class="badge">${t(`admin.${view.visibility}`)}</span>`}`,
    html`${versus(view)} · ${t(`admin.phase.${view.phase}`)} · ${t("admin.plies", {count: view.ply})} · ${t("lobby.watchers", {count: view.watchers})}`,
    button(t("admin.end"), view.code, () => moderation.end(view.match, view.code), true),
  );

/** @param {Context} context @param {SanctionView} view */
const sanctionRow = ({moderation, admin}, {id, sanction, scope, target, until, reason, by, at}) =>
  row(
    html`<span class="badge">${t(sanction === "ban" ? "admin.isBan" : "admin.isMute")}</span> ${target} <span class="muted">${t(`admin.scope.${scope}`)}</span>`,
    html`${until === null ? t("admin.noEnd") : t("admin.until", {day: day(until)})} · ${by}, ${day(at)}${reason ? html` · ${reason}` : nothing}`,
    sanction === "mute"
      ? button(t("admin.lift"), target, () => moderation.unmute(id, target))
      : admin
        ? button(t("admin.lift"), target, () => moderation.unban(id, target))
        : nothing,
  );

/** @param {Context} _context @param {DeedView} deed */
const deedRow = (_context, {at, by, action, target, detail}) => html`<div class="match-row person">
  <time>${day(at)}</time>
  <span class="what"><b>${by} · ${action} ${target}</b>${detail ? html`<span class="muted">${detail}</span>` : nothing}</span>
</div>`;

/** @param {Context} _context @param {EnginePlace} view */
function engineRow(_context, {place, state, why, version, slots, busy, taken, finished, lost, speeds: [newest], unused}) {
  const facts = [
    ...(slots ? [t("admin.slots", {count: slots, busy})] : []),
    ...(taken ? [t("admin.taken", {count: taken})] : []),
    t("admin.searches", {count: finished}),
    ...(lost ? [t("admin.lost", {count: lost})] : []),
    ...(newest ? [t("admin.speed", {rate: count(newest.per_s), game: newest.game, algorithm: newest.algorithm})] : []),
    ...(version ? [`kibitz ${version}`] : []),
  ];
  const games = unused.map((each) => `${each.game} (${each.why})`).join(", ");
  return row(
    html`<span class="mono">${place === "local" ? t("admin.ownMachine") : place}</span> <span class="badge ${state === "used" ? "" : "hot"}">${t(/** @type {"admin.place.used"} */ (`admin.place.${state}`))}</span>`,
    html`${facts.join(" · ")}${why ? html` · ${why}` : nothing}${games ? html` · ${t("admin.unused", {games})}` : nothing}`,
    nothing,
  );
}

/** Return what concerns all engines: the queue, and the cluster if there is one. @param {Engines} engines */
const engineNote = ({waiting, cluster, connected, trouble}) =>
  [
    t("admin.waiting", {count: waiting}),
    ...(cluster === null ? [] : [connected ? t("admin.cluster", {cluster}) : t("admin.clusterLost", {cluster, why: trouble})]),
  ].join(" · ");

/** Lists by the kind of the action that asks for each: the field of the answer, how a row is drawn, and what is
 * below all rows. */
export const LISTS = /** @type {const} */ ({
  players: ["players", playerRow],
  connections: ["connections", connectionRow],
  matches: ["matches", matchRow],
  sanctions: ["sanctions", sanctionRow],
  engines: ["places", engineRow, engineNote],
  audit: ["deeds", deedRow],
});
