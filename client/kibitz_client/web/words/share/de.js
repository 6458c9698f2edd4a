// German texts of the ways to share a match.

export default {
  "share.ply": "Link zu Halbzug {ply}",
  "share.embed": "In eigene Seite einbetten",
  "share.position": "Stellung",
  "share.gif": "Animation (GIF)",
  "share.making": "Die Animation wird gezeichnet",
  "share.files": "Partie speichern",
  "share.record": "Aufzeichnung",
  "share.moved": "{ply}. {move}",
  "share.won": "gewonnen: {reason}",
  "share.drawn": "Remis: {reason}",
};
