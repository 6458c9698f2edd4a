// Measures inside a page, before its own scripts run. The benchmark reads `window.probe`.

(() => {
  const probe = {
    /** @type {[number, number][]} start and duration of each task of 50 ms or more */
    tasks: [],
    /** Milliseconds from the navigation to the first painted board. @type {number | null} */
    firstBoard: null,
    /** Times of moves from their frame, or from the click, to the next painted frame with the change. */
    /** @type {{main: number, painted: number}[]} */
    moves: [],
    /** @type {{main: number, painted: number}[]} */
    clicks: [],
    /** Durations of clicks as the browser reports them, in steps of 8 ms. @type {number[]} */
    reported: [],
    frames: 0,
    movesHeard: 0,
  };
  window.probe = probe;

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.tasks.push([entry.startTime, entry.duration]);
  }).observe({type: "longtask", buffered: true});
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "pointerup") probe.reported.push(entry.duration);
  }).observe({type: "event", buffered: true, durationThreshold: 16});

  // A message that is posted in a frame arrives when the main thread has painted this frame. The next frame begins when
  // the compositor has taken it over.
  const channel = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  /** Call `save` with the times after the first painted frame in which `done`.
   * @param {number} began @param {() => boolean} done @param {(times: {main: number, painted: number}) => void} save */
  const onceDrawn = (began, done, save) => {
    requestAnimationFrame(() => {
      waiting.push(() => {
        if (!done()) return onceDrawn(began, done, save);
        const main = performance.now() - began;
        requestAnimationFrame(() => save({main, painted: performance.now() - began}));
      });
      channel.port2.postMessage(null);
    });
  };

  const board = () => document.querySelector("kibitz-board");
  const ply = () => board()?.view?.position.ply ?? -1;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    /** @param {string} url @param {string} protocol */
    constructor(url, protocol) {
      super(url, protocol);
      // This listener runs before those of the page, which come later.
      this.addEventListener("message", (event) => {
        probe.frames++;
        if (!event.data.includes('"kind":"moved"')) return;
        probe.movesHeard++;
        const [began, before] = [performance.now(), ply()];
        if (before >= 0) onceDrawn(began, () => ply() !== before, (times) => probe.moves.push(times));
      });
    }
  };
  addEventListener(
    "pointerup",
    (event) => {
      const before = ply();
      const changed = () => ply() !== before || Boolean(document.querySelector(".pending-mark"));
      if (event.target instanceof Element && event.target.closest("kibitz-board"))
        onceDrawn(event.timeStamp, changed, (times) => probe.clicks.push(times));
    },
    {capture: true},
  );

  /** Count frames for some time, and call `step` in each of them.
   * @param {number} seconds @param {(frame: number) => void} [step] */
  probe.count = (seconds, step) =>
    new Promise((resolve) => {
      /** @type {number[]} */
      const gaps = [];
      const [began, heard, moves] = [performance.now(), probe.frames, probe.movesHeard];
      let last = began;
      const frame = () => {
        const now = performance.now();
        gaps.push(now - last);
        last = now;
        step?.(gaps.length);
        if (now - began < 1000 * seconds) requestAnimationFrame(frame);
        else {
          gaps.shift();
          const [seen, took] = [gaps.length, (now - began) / 1000];
          resolve({rate: seen / took, longest: Math.max(...gaps), frames: probe.frames - heard, moves: probe.movesHeard - moves, seconds: took});
        }
      };
      requestAnimationFrame(frame);
    });

  /** Resolve when a condition holds in a frame, and reject after a minute. @param {() => boolean} condition */
  probe.when = (condition) =>
    new Promise((resolve, reject) => {
      const ends = performance.now() + 60_000;
      const look = () => {
        if (condition()) resolve(true);
        else if (performance.now() > ends) reject(new Error(`this did not happen: ${condition}`));
        else requestAnimationFrame(look);
      };
      look();
    });

  const look = () => {
    const found = document.querySelector("kibitz-mini svg, kibitz-board svg");
    if (!found || !found.getBoundingClientRect().width) return requestAnimationFrame(look);
    onceDrawn(0, () => true, ({painted}) => (probe.firstBoard = painted));
  };
  requestAnimationFrame(look);

  /** Return how long a fixed piece of work takes, to see how much slower the processor is. */
  probe.work = () => {
    const began = performance.now();
    let sum = 0;
    for (let step = 0; step < 2e7; step++) sum = (sum * 31 + step) | 0;
    return sum === 1 ? 0 : performance.now() - began;
  };
})();
