// English texts of the ways to share a match.

export default {
  "share.ply": "Link to ply {ply}",
  "share.embed": "Embed in your own page",
  "share.position": "Position",
  "share.gif": "Animation (GIF)",
  "share.making": "Drawing the animation",
  "share.files": "Save the match",
  "share.record": "Record",
  "share.moved": "{ply}. {move}",
  "share.won": "won: {reason}",
  "share.drawn": "draw: {reason}",
};
