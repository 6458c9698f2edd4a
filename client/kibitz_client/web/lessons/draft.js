// The draft of a lesson as the form has it, and the tasks that the server takes. Pure.

export const KINDS = /** @type {const} */ (["move", "choice", "exercise"]);
export const MOST = 30;

/** A task in the form. Positions belong to moves and questions; `right` is the place of the right choice, from 0.
 * @typedef {object} Draft
 * @property {typeof KINDS[number]} kind @property {string} question @property {string} explanation
 * @property {string} game @property {{[name: string]: string | number | boolean}} options @property {string} position @property {string[]} moves
 * @property {string[]} answers @property {string[]} choices @property {number} right
 * @property {"value" | "cut" | "order"} exercise @property {string} leaves @property {"max" | "min"} first @property {string} at */

/** Return a new task. @param {Draft["kind"]} kind @param {string} game @param {string} [question] @returns {Draft} */
export const newDraft = (kind, game, question = "") => ({kind, question, explanation: "", game: kind === "move" ? game : "", options: {}, position: "", moves: [], answers: [], choices: ["", ""], right: 0, exercise: "cut", leaves: "3 12 8 / 2 4 6 / 14 5 2", first: "max", at: ""});

/** Return what a task lacks; null for nothing. @param {Draft} draft @returns {"Answers" | "Question" | "Choices" | null} */
export function lacks({kind, question, answers, choices, right}) {
  if (kind !== "exercise" && !question.trim()) return "Question";
  if (kind === "move" && !answers.length) return "Answers";
  if (kind === "choice" && (choices.filter((choice) => choice.trim()).length < 2 || !choices[right]?.trim())) return "Choices";
  return null;
}

/** Return the task that the server takes. @param {Draft} draft */
export function taskOf(draft) {
  const {kind, question, explanation, game, options, position, moves, answers, choices, right, exercise, leaves, first, at} = draft;
  const texts = {question: question.trim(), explanation: explanation.trim()};
  const place = game ? {kind: "game", game, options, position: position.trim() || null, moves} : null;
  if (kind === "move") return {kind, ...texts, at: place, answers};
  if (kind === "exercise") return {kind, ...texts, exercise, leaves: leaves.trim(), first, at: exercise === "value" ? at.trim() : ""};
  const given = choices.map((choice) => choice.trim());
  // Empty answers are left out, so the right one may have another number.
  return {kind, ...texts, at: place, choices: given.filter(Boolean), right: given.slice(0, right + 1).filter(Boolean).length};
}

/** Return the draft of a task that the server has sent, or that a file contains. @param {any} task @returns {Draft} */
export function draftOf(task) {
  const draft = newDraft(KINDS.find((kind) => kind === task?.kind) ?? "choice", "");
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
  const texts = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.map(text) : []);
  const place = draft.kind === "exercise" ? null : task?.at;
  return {
    ...draft,
    question: text(task?.question),
    explanation: text(task?.explanation),
    game: text(place?.game),
    options: place?.options && typeof place.options === "object" ? place.options : {},
    position: text(place?.position),
    moves: texts(place?.moves),
    answers: texts(task?.answers),
    choices: task?.choices ? texts(task.choices) : draft.choices,
    right: Math.max(0, (Number(task?.right) || 1) - 1),
    exercise: /** @type {const} */ (["value", "cut", "order"]).find((kind) => kind === task?.exercise) ?? draft.exercise,
    leaves: text(task?.leaves) || draft.leaves,
    first: task?.first === "min" ? "min" : "max",
    at: draft.kind === "exercise" ? text(task?.at) : "",
  };
}

/** Return the name and the drafts of a file, or null if it has no lesson. @param {string} text @returns {{name: string, drafts: Draft[]} | null} */
export function readFile(text) {
  try {
    const {name, tasks} = JSON.parse(text);
    if (typeof name !== "string" || !Array.isArray(tasks)) return null;
    return {name, drafts: tasks.slice(0, MOST).map(draftOf)};
  } catch {
    return null;
  }
}
