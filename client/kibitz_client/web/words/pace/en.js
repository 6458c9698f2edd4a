// English texts of the bar that sets the pace of two engines.

export default {
  "pace.title": "Pace of the engines",
  "pace.seconds": "{seconds} s a move",
  "pace.none": "full speed",
  "pace.paused": "paused",
  "pace.slow": "Slower",
  "pace.fast": "Faster",
  "pace.slower": "Slower (-)",
  "pace.faster": "Faster (+)",
  "pace.pause": "Pause (p)",
  "pace.resume": "Resume (p)",
  "pace.step": "One move (.)",
  "new.help": "Both may ask the engine",
};
