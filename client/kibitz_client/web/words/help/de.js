// German texts of help.

export default {
  "help.secrets": "Jeder sieht nur die eigenen Karten. Nach einer Partie, die zu Ende gespielt wurde oder mit vereinbartem Remis endete, zeigt der Server-Seed alle Karten, auch weggelegte. Endet sie vorzeitig, bleiben sie verdeckt. Der Betreiber des Servers kann sie schon vorher sehen.",
  "help.start": "Spielen",
  "help.startText": "Wähle in der Lobby, gegen wen du spielst, oder erstelle eine Partie und sende den Link. Klicke oder tippe auf einen Stein und dann auf sein Ziel, ziehe ihn dorthin, oder gib den Zug ein.",
  "help.watchText": "Öffne eine laufende Partie. Der Tab Engine zeigt, was die Engines suchen.",
  "help.learnText": "Gehe Suchbäume von Minimax und Alpha-Beta Schritt für Schritt durch, mit eigenen Zahlen oder einer Stellung.",
  "help.archiveText": "Suche beendete Partien und spiele sie nach, mit den Fehlern, die die Engines gefunden haben.",
  "help.keys": "Tasten",
  "help.arrows": "auf dem Brett bewegen",
  "help.enter": "Feld oder Stein auswählen",
  "help.escape": "Auswahl aufheben oder Vorauszüge löschen",
  "help.browse": "frühere und spätere Stellungen",
  "help.live": "zurück zur aktuellen Stellung; letzten Zug ansagen",
  "help.flip": "Brett drehen",
  "help.zen": "nur Brett und Namen zeigen",
  "help.raise": "setzen oder erhöhen",
  "help.speak": "mögliche Züge, Uhren, Brett ansagen",
  "help.rules": "Regeln",
  "help.alsoCalled": "Auch bekannt als {names}",
};
