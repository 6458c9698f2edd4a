// German texts of the bar that sets the pace of two engines.

export default {
  "pace.title": "Tempo der Engines",
  "pace.seconds": "{seconds} s je Zug",
  "pace.none": "volles Tempo",
  "pace.paused": "Pause",
  "pace.slow": "Langsamer",
  "pace.fast": "Schneller",
  "pace.slower": "Langsamer (-)",
  "pace.faster": "Schneller (+)",
  "pace.pause": "Anhalten (p)",
  "pace.resume": "Weiter (p)",
  "pace.step": "Ein Zug (.)",
  "new.help": "Beide dürfen die Engine fragen",
};
