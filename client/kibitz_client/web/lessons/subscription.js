// The events of one lesson that is open: asked for at the beginning and after each new connection, then taken in their order.

/** @import {LessonEvent} from "kibitz-protocol" */
/** @import {Link} from "../network/link.js" */

/** Opens a lesson and follows it. `open` sends the command; `take` gets its result; `event` each later event.
 * @template {{seq: number}} Opened */
export class LessonSubscription {
  /** @param {Link} link @param {string} code
   * @param {{open: () => Promise<Opened>, take: (opened: Opened) => void, event: (event: LessonEvent) => void, failed: (error: unknown) => void}} uses */
  constructor(link, code, uses) {
    this._link = link;
    this._code = code;
    this._uses = uses;
    /** The number of the last event; null while the lesson is being opened. @type {number | null} */
    this._seq = null;
    /** Events that came before the result of the command. @type {LessonEvent[]} */
    this._early = [];
    this._closed = false;
    /** Counts the openings, so that a late result is left out. */
    this._turn = 0;
    this._stops = [link.listen((message) => void (message.t === "lesson" && message.lesson === code && this._receive(message))), link.onarrival(() => void this.open())];
  }

  /** Open the lesson, or open it again after a lost connection. */
  async open() {
    this._seq = null;
    this._early = [];
    const turn = ++this._turn;
    try {
      const opened = await this._uses.open();
      if (this._closed || turn !== this._turn) return;
      this._seq = opened.seq;
      this._uses.take(opened);
      for (const event of this._early) this._receive(event);
    } catch (error) {
      if (!this._closed) this._uses.failed(error);
    }
  }

  /** Leave the lesson. Answers stay. */
  close() {
    this._closed = true;
    for (const stop of this._stops) stop();
    if (this._link.isOpen) this._link.command({t: "leave_lesson", lesson: this._code}).catch(() => {});
  }

  /** @param {LessonEvent} event */
  _receive(event) {
    if (this._seq === null) this._early.push(event);
    else if (event.seq === this._seq + 1) {
      this._seq = event.seq;
      this._uses.event(event);
    } else if (event.seq > this._seq) void this.open();
  }
}
